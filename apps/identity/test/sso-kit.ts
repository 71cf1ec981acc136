import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { UserActor } from '@tradepost/contracts/actor';
import { identity, type User } from '@tradepost/contracts/identity';
import { startDns, type DnsServer } from '@tradepost/testing/dns';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { anonymous, startFixture, type Fixture } from './fixture';

export const clientSecret = 'the secret of the client';
export const browser = 'b'.repeat(64);

export interface SsoFixture extends Fixture {
  dns: DnsServer;
  /** An owner of a company with a verified domain, without a connection. */
  withDomain(
    domain?: string,
    ownerEmail?: string,
  ): Promise<{ owner: UserActor & { companyId: string }; domain: string }>;
  /** The DNS record of the domain names the company of this owner from now on. */
  moveDomain(domain: string, to: UserActor): Promise<void>;
  /** Also with a connection to this issuer. */
  connected(
    issuer: string,
    changed?: Record<string, unknown>,
  ): Promise<{ owner: UserActor & { companyId: string }; domain: string }>;
  /** @returns the address at the provider, and its one-time values */
  start(email: string, from?: string): Promise<{ url: string; state: string; nonce: string }>;
  /** @returns the answer, and the actor of its session */
  finish(
    companyId: string,
    parameters: string | Record<string, string>,
    from?: string,
  ): Promise<{ actor: UserActor; user: User }>;
}

/** Identity with a local DNS, which may call identity providers on this machine. */
export async function startSso(env: Record<string, string> = {}): Promise<SsoFixture> {
  const dns = await startDns();
  const fixture = await startFixture({ WEBHOOK_ALLOW_PRIVATE: 'true', DNS_SERVERS: dns.address, ...env });
  const withDomain: SsoFixture['withDomain'] = async (domain = `${randomUUID()}.example`, ownerEmail) => {
    const owner = (await fixture.member('sender', 'Ann Trading', ownerEmail)) as UserActor & { companyId: string };
    const { domains } = await fixture.call(identity.addSsoDomain, { domain }, owner);
    dns.txt.set(domain, ['v=spf1 -all', ...domains.map(({ record }) => record)]);
    await fixture.call(identity.verifySsoDomain, { id: domains[0]!.id }, owner);
    return { owner, domain };
  };
  const moveDomain: SsoFixture['moveDomain'] = async (domain, to) => {
    const { domains } = await fixture.call(identity.addSsoDomain, { domain }, to);
    const added = domains.find((one) => one.domain === domain)!;
    dns.txt.set(domain, [added.record]);
    await fixture.call(identity.verifySsoDomain, { id: added.id }, to);
  };
  const start: SsoFixture['start'] = async (email, from = browser) => {
    const { url } = await fixture.call(identity.startSso, { email, browser: from }, anonymous);
    const { searchParams } = new URL(url);
    return { url, state: searchParams.get('state')!, nonce: searchParams.get('nonce')! };
  };
  return {
    ...fixture,
    dns,
    withDomain,
    moveDomain,
    connected: async (issuer, changed) => {
      const company = await withDomain();
      const connection = { issuer, clientId: 'tradepost', clientSecret, defaultRole: 'auditor', ...changed };
      await fixture.call(identity.saveSso, connection, company.owner);
      return company;
    },
    start,
    finish: async (companyId, parameters, from = browser) => {
      const query = String(new URLSearchParams(parameters));
      const { token, user } = await fixture.call(
        identity.finishSso,
        { companyId, parameters: query, browser: from },
        anonymous,
      );
      return { actor: (await fixture.bearer(token))!, user };
    },
    stop: async () => {
      await fixture.stop();
      dns.stop();
    },
  };
}

/** Makes an ID token of the right claims; may do anything else. */
export type TokenMaker = (claims: JWTPayload, sign: Signer) => Promise<string> | string;
type Signer = (claims: JWTPayload) => Promise<string>;
export const honest: TokenMaker = (claims, sign) => sign(claims);

/** An identity provider that answers what a test wants. It signs in everyone at once, without a page. */
export async function startLiar() {
  const keys = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const sign: Signer = (claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(keys.privateKey);
  const liar = {
    issuer: '',
    /** Replaces parts of the configuration. */
    metadata: {} as Record<string, unknown>,
    claims: {} as JWTPayload,
    nonce: '',
    make: honest,
    /** In place of an answer of the token endpoint. */
    instead: null as ((response: ServerResponse) => void) | null,
    /** The paths of all calls. */
    asked: [] as string[],
    /** The bodies that the token endpoint got. */
    exchanged: [] as { body: URLSearchParams; authorization: string }[],
    sign,
    stop: () => (server.closeAllConnections(), server.close()),
  };
  const answers: Record<string, (request: IncomingMessage, body: string) => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer: liar.issuer,
      authorization_endpoint: `${liar.issuer}/auth`,
      token_endpoint: `${liar.issuer}/token`,
      jwks_uri: `${liar.issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      authorization_response_iss_parameter_supported: true,
      ...liar.metadata,
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async ({ headers }, body) => {
      liar.exchanged.push({ body: new URLSearchParams(body), authorization: headers.authorization ?? '' });
      const now = Math.floor(Date.now() / 1000);
      const common = { iss: liar.issuer, aud: 'tradepost', iat: now, exp: now + 60, nonce: liar.nonce };
      const id_token = await liar.make({ ...common, email_verified: true, ...liar.claims }, sign);
      return { access_token: 'access', token_type: 'Bearer', id_token };
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').split('?', 1)[0]!;
      liar.asked.push(path);
      if (path === '/token' && liar.instead) return liar.instead(response);
      void Promise.resolve(answers[path]?.(request, Buffer.concat(chunks).toString())).then((answer) => {
        response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? {}));
      });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  liar.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return liar;
}
export type Liar = Awaited<ReturnType<typeof startLiar>>;
