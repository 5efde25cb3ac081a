"""A deal that is undone keeps its row and gives back its number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_recorded_heads"),
    ]

    operations = [
        migrations.AlterField(
            model_name="hand",
            name="number",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="hand",
            name="status",
            field=models.CharField(
                choices=[("open", "Open"), ("complete", "Complete"), ("void", "Void"), ("undone", "Undone")],
                default="open",
                max_length=8,
            ),
        ),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(number__isnull=True, status="undone"),
                    models.Q(models.Q(("number__isnull", False)), models.Q(("status", "undone"), _negated=True)),
                    _connector="OR",
                ),
                name="undone_deal_has_no_number",
            ),
        ),
    ]
