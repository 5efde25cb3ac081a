"""Who signs in, and from which device."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from games.models.base import Kept, Recorded, salt_field


class UserManager(BaseUserManager["User"]):
    """Makes users with a hashed password; e-mail addresses are kept in one spelling."""

    def create_user(self, name: str, password: str | None = None, email: str | None = None, **fields: Any) -> "User":
        user = self.model(name=name, email=self.normalize_email(email) if email else "", **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, name: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(name, password, is_staff=True, is_superuser=True, **fields)


class User(Recorded, Kept, AbstractBaseUser, PermissionsMixin):
    """A person with an account. Guests at the table are players without one."""

    name = models.CharField(max_length=80, unique=True)
    email = models.EmailField(blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)
    salt = salt_field()

    USERNAME_FIELD = "name"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("email"), condition=~models.Q(email=""), name="user_email_once"),
            # "ann" and "Ann" at one sign-in form would be one person's typing error
            models.UniqueConstraint(Lower("name"), name="user_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Device(Recorded, Kept):
    """A phone or program that may act for its user until it is revoked.

    The token itself is shown once and not kept: `token_hash` is its SHA-256.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="devices")
    name = models.CharField(max_length=80)
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    salt = salt_field()

    def __str__(self) -> str:
        return self.name
