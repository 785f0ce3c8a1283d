"""What the findings tab knows: scans, places, groups, badges."""
