#!/bin/sh
# Runs Chromium at the niceness of its phase. Chromium starts its own session, and Linux may
# schedule by session before it considers processes (autogroup).
{ echo "$NICENESS" > /proc/self/autogroup; } 2> /dev/null
exec "$CHROMIUM_PROGRAM" "$@"
