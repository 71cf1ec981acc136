#!/bin/sh
# The first start of an empty volume creates the database with the password of POSTGRES_PASSWORD_FILE, as the original does.
set -eu
if [ "$1" = postgres ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >> "$PGDATA/postgresql.conf"
fi
exec "$@"
