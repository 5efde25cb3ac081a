"""What the description says beyond what can be read off views and serializers: shapes by type, examples, prose."""
