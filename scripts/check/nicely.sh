#!/bin/sh
# Chromium begins a session of its own, and Linux may schedule by session first (autogroup): so it is told how gentle the
# phase is that it belongs to.
{ echo "$NICENESS" > /proc/self/autogroup; } 2> /dev/null
exec "$CHROMIUM_PROGRAM" "$@"
