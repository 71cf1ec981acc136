#!/bin/sh
# nginx asks the machine's own name server for the gateway, again and again, so that a gateway that moved is found.
set -eu
awk '$1 == "nameserver" { if ($2 ~ /:/) $2 = "[" $2 "]"; print "resolver " $2 " valid=10s;"; exit }' /etc/resolv.conf > /tmp/resolver.conf
# The site manifest of the build says which headers the page and its assets have.
sed -n '/"headers": {/,/}/ s/^ *"\([a-z-]*\)": "\(.*\)",\{0,1\}$/add_header \1 "\2" always;/p' /usr/share/nginx/html/site-manifest.json > /tmp/site-headers.conf
test -s /tmp/site-headers.conf
# Pages also reach the object store that the installation offers to them.
store=${OBJECT_STORE_PUBLIC_URL:-}
store=${store%/}
if test -n "$store"; then
  host=${store#https://}
  host=${host#http://}
  # it becomes a part of the configuration
  if test "$host" = "$store" || test -n "$(printf '%s' "$host" | tr '\n' '?' | tr -d 'A-Za-z0-9.:-')"; then
    echo "OBJECT_STORE_PUBLIC_URL must be an origin such as https://s3.example.com" >&2
    exit 1
  fi
  sed -i "s|connect-src 'self'|& $store|" /tmp/site-headers.conf
  grep -qF "connect-src 'self' $store" /tmp/site-headers.conf
fi
# TLS ends here where there is a certificate; without one, a proxy in front of this server ends it and says so in X-Forwarded-Proto.
certificates=/etc/nginx/tls
rm -f /tmp/tls.conf
if test -e "$certificates/tls.crt"; then
  echo "listen 8443 ssl; ssl_certificate $certificates/tls.crt; ssl_certificate_key $certificates/tls.key;" > /tmp/tls.conf
fi
case "${ORIGIN:-}" in
  https:*) plain=1 ;;
  *) plain=0 ;;
esac
{
  echo "map \$outer_scheme \$by_plain_http { default $plain; https 0; }"
  echo "map '' \$origin { default '${ORIGIN:-}'; }"
} > /tmp/plain.conf
exec nginx -g 'daemon off;'
