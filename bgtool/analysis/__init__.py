"""Questions about recorded play, answered as frozen records."""
