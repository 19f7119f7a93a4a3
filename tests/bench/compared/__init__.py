"""Two databases side by side, each in a process of its own: what a page costs in a small club and in a big one."""
