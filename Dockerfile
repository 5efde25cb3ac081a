# One image for every process of a served installation: web, live, worker, and the step that migrates.
FROM python:3.13-slim-trixie AS built
WORKDIR /srv/tableside
RUN python -m venv /opt/venv
COPY requirements.lock .
RUN /opt/venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock

FROM python:3.13-slim-trixie
# What PDFs are drawn with, and what backups are written with: pg_dump of the version of the server in compose.yaml,
# since an older one refuses. What operators write and bring goes to /backups.
RUN apt-get update -qq \
    && apt-get install -y -qq --no-install-recommends \
        libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 \
        fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji postgresql-client-17 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --no-create-home --uid 10001 --home-dir /srv/tableside tableside \
    && install -d -m 700 -o tableside -g tableside /backups
# What is made while it runs goes where a read-only container can write; nothing of it is kept.
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production TABLESIDE_VAR=/tmp XDG_CACHE_HOME=/tmp
WORKDIR /srv/tableside
COPY --from=built /opt/venv /opt/venv
COPY manage.py ./
COPY config config
COPY ledger ledger
COPY prepared prepared
COPY games games
COPY api api
COPY templates templates
COPY static static
COPY docs docs
# The key is for this one command: nothing is signed while files are collected.
RUN TABLESIDE_SECRET_KEY=only-while-the-static-files-of-the-image-are-collected-0123456789 \
    TABLESIDE_HOSTS=localhost python manage.py collectstatic --noinput --verbosity 0
USER tableside
EXPOSE 8000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["python", "-m", "config.probe"]
CMD ["gunicorn", "-c", "config/gunicorn.py", "config.wsgi"]
