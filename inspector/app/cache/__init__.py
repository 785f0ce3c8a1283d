"""What the cache tab knows: bars, evidence of breaks, tables."""
