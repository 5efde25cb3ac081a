"""Addresses as QR codes, with room for glare and a crooked angle."""

import base64
import io

import segno


def qr_code(url: str, form: str) -> bytes:
    """As `svg`, sharp at any size, or as `png`. On white: a phone reads dark on light, whatever the page behind."""
    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(out, kind=form, scale=8, border=4, light="white")
    return out.getvalue()


def qr_image(url: str) -> str:
    """As an address of its own, for the `src` of an image: no other request shows what may be a secret."""
    return "data:image/svg+xml;base64," + base64.b64encode(qr_code(url, "svg")).decode()
