"""From sources to findings: what is computed, what it depends on, who computes it, what is kept."""
