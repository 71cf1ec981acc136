#!/bin/sh
# Puts a .gz and a .br next to every text file of a built web app that they make smaller. Usage: precompress.sh <folder>
set -eu
find "$1" -type f -size +1k \( -name '*.js' -o -name '*.mjs' -o -name '*.css' -o -name '*.html' -o -name '*.svg' -o -name '*.json' -o -name '*.wasm' \) \
  -exec gzip --best --keep --force {} + -exec brotli --best --keep --force {} +
