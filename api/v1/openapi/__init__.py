"""How the API is described: what operations have in common, and what cannot be read off views and serializers."""
