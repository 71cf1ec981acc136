import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headersWithStore, siteManifestIn, siteManifestName } from '@tradepost/contracts/encryption/site-manifest';
import { log } from '@tradepost/service-kit/observability/logging';
import type { FastifyRequest } from 'fastify';

/** The pattern of the route, which has one spelling; its address has many, like `/%61pi` and `http://host/api`. */
export const pathOf = ({ routeOptions, url }: FastifyRequest): string => routeOptions.url ?? url;

/** Whether the gateway itself answers a request; all others are of the web app. */
export const isOwn = (request: FastifyRequest) => /^\/(api|docs|docs-json)(\/|\?|$)/.test(pathOf(request));

/** Of API answers and of the gateway's own pages. No Trusted Types: Swagger UI writes HTML. */
export const securityHeaders: Record<string, string> = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Of the web app, as its build wrote them.
 * @param store the origin at which pages reach the object store, if it is offered to them @throws if the manifest cannot be read
 */
export async function webHeadersIn(webRoot: string, store: string | undefined): Promise<Record<string, string>> {
  const text = await readFile(join(webRoot, siteManifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    log.warn(`WEB_ROOT has no ${siteManifestName}: the web app is not built`);
  });
  if (text === undefined) return securityHeaders;
  const { headers } = siteManifestIn(text);
  return store === undefined ? headers : headersWithStore(headers, new URL(store).origin);
}
