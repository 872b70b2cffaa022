#!/bin/sh
# Runs Chromium at the niceness of its phase: it starts a session of its own, and Linux may schedule by session before it
# looks at processes (autogroup).
{ echo "$NICENESS" > /proc/self/autogroup; } 2> /dev/null
exec "$CHROMIUM_PROGRAM" "$@"
