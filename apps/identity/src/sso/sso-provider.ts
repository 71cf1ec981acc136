import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@tradepost/contracts/errors';
import { log } from '@tradepost/service-kit/observability/logging';
import { abortable, deadlineOf } from '@tradepost/service-kit/outbound/deadline';
import { guardedFetch } from '@tradepost/service-kit/outbound/guarded-fetch';
import { RESOLVE, targetFault, type Resolve } from '@tradepost/service-kit/outbound/target';
import { minute, second } from '@tradepost/service-kit/runtime/durations';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import * as oidc from 'openid-client';
import { CONFIG, type IdentityConfig } from '../config';
import { LogoutKeys } from './logout-keys';
import { isIdentifier, type Claims } from './sso.policy';
import { asymmetric, metadataFault, scopesFor } from './provider-metadata';
import { SsoSecrets } from './sso-secrets';
import type { SsoConnectionRow } from './sso.entity';

/** Of all requests of one step: shorter than the wait of the gateway, so that the caller reads why. */
const stepMs = 10 * second;
const metadataMs = 10 * minute;
const storedProviders = 1_000;
const logoutTokenMs = 5 * minute;

export type Provider = Pick<SsoConnectionRow, 'id' | 'issuer' | 'clientId' | 'clientSecret' | 'claim'>;

interface Known {
  metadata: oidc.ServerMetadata;
  at: number;
  jwks?: ReturnType<typeof oidc.getJwksCache>;
}

/** One sign-in: its one-time values. */
interface SignInValues {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

type Fetch = (url: string, options: oidc.CustomFetchOptions) => Promise<Response>;

/** The identity providers of companies. The only part that knows the library; all of its requests go through the guard. */
@Injectable()
export class SsoProvider {
  private readonly known = new Map<string, Known>();
  private readonly logoutKeys = new LogoutKeys();

  constructor(
    private readonly secrets: SsoSecrets,
    @Inject(RESOLVE) private readonly resolve: Resolve,
    @Inject(CONFIG) private readonly config: IdentityConfig,
  ) {}

  /** Asks the issuer for its configuration. @returns the issuer as it spells itself @throws AppError SSO_PROVIDER */
  discover(issuer: string): Promise<string> {
    return this.step('discovery', async (fetch) => (await this.fetchMetadata(issuer, fetch)).issuer);
  }

  /** Where the browser signs in. @throws AppError SSO_PROVIDER */
  signInUrl(provider: Provider, email: string, { redirectUri, state, nonce, verifier }: SignInValues): Promise<string> {
    return this.step('start', async (fetch) => {
      const client = await this.clientOf(provider, fetch);
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: scopesFor(client.serverMetadata(), provider.claim),
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        login_hint: email,
      });
      return url.href;
    });
  }

  /**
   * Exchanges the code for an ID token, and checks it: signature, issuer, audience, nonce, time. Claims that it lacks come from userinfo.
   * @throws AppError SSO_REFUSED, SSO_PROVIDER
   */
  exchange(
    provider: Provider,
    parameters: string,
    { redirectUri, state, nonce, verifier }: SignInValues,
  ): Promise<{ sub: string; sid: string | null; claims: Claims }> {
    return this.step('sign-in', async (fetch) => {
      const client = await this.clientOf(provider, fetch);
      oidc.enableNonRepudiationChecks(client);
      const stored = this.known.get(provider.id);
      if (stored?.jwks) oidc.setJwksCache(client, stored.jwks);
      const answer = await oidc.authorizationCodeGrant(client, new URL(`${redirectUri}?${parameters}`), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      if (stored) stored.jwks = oidc.getJwksCache(client);
      const own = answer.claims();
      if (!own) throw new Error('no ID token');
      if (![own.sub, own.sid ?? own.sub].every(isIdentifier)) throw new Error('sub or sid is not an identifier');
      const isComplete = own.email !== undefined && (!provider.claim || Object.hasOwn(own, provider.claim));
      const more =
        isComplete || !client.serverMetadata().userinfo_endpoint
          ? {}
          : await oidc.fetchUserInfo(client, answer.access_token, own.sub);
      const sid = typeof own.sid === 'string' ? own.sid : null;
      return { sub: own.sub, sid, claims: { ...more, ...own } };
    });
  }

  /** A logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). @throws AppError INVALID, SSO_PROVIDER */
  logoutToken(provider: Provider, token: string): Promise<JWTPayload> {
    return this.step('logout', async (fetch) => {
      const keys = await this.logoutKeys.of(provider.id, () => this.fetchKeys(provider, fetch));
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        issuer: provider.issuer,
        audience: provider.clientId,
        algorithms: asymmetric,
        maxTokenAge: logoutTokenMs / second,
        requiredClaims: ['iat', 'jti', 'events'],
      }).catch((error: unknown) => {
        throw new AppError('INVALID', { message: 'This logout token is not valid', cause: error });
      });
      return payload;
    });
  }

  private async fetchKeys(provider: Provider, fetch: Fetch): Promise<JSONWebKeySet> {
    const { jwks_uri: keysAt = '' } = await this.metadataOf(provider, fetch);
    const answer = await fetch(keysAt, { method: 'GET', headers: {}, body: null, redirect: 'manual' });
    return (await answer.json()) as JSONWebKeySet;
  }

  private async clientOf(provider: Provider, fetch: Fetch): Promise<oidc.Configuration> {
    const metadata = await this.metadataOf(provider, fetch);
    const secret = this.secrets.opened(provider.clientSecret);
    if (secret === null) throw new Error('none of TOTP_KEY, TOTP_KEY_PREVIOUS decrypts the client secret');
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = metadata;
    const basic = methods.includes('client_secret_basic');
    const proof = basic ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret);
    const client = new oidc.Configuration(metadata, provider.clientId, { client_secret: secret }, proof);
    client[oidc.customFetch] = fetch;
    if (this.config.WEBHOOK_ALLOW_PRIVATE) oidc.allowInsecureRequests(client);
    return client;
  }

  private async metadataOf({ id, issuer }: Provider, fetch: Fetch): Promise<oidc.ServerMetadata> {
    const known = this.known.get(id);
    if (known && performance.now() - known.at < metadataMs) return known.metadata;
    const metadata = await this.fetchMetadata(issuer, fetch);
    this.known.delete(id);
    this.known.set(id, { metadata, at: performance.now(), jwks: known?.jwks });
    for (const oldest of this.known.keys()) if (this.known.size > storedProviders) this.known.delete(oldest);
    return metadata;
  }

  private async fetchMetadata(issuer: string, fetch: Fetch): Promise<oidc.ServerMetadata> {
    const allowPrivate = this.config.WEBHOOK_ALLOW_PRIVATE;
    const found = await oidc.discovery(new URL(issuer), 'unknown', undefined, oidc.None(), {
      [oidc.customFetch]: fetch,
      ...(allowPrivate && { execute: [oidc.allowInsecureRequests] }),
    });
    const metadata = found.serverMetadata();
    const fault = metadataFault(metadata, (url) => targetFault(url, allowPrivate));
    if (fault) throw new Error(fault);
    return metadata;
  }

  /** Runs the requests of one step within a time limit. What a provider says is for the log, not for the caller. */
  private async step<T>(name: string, run: (fetch: Fetch) => Promise<T>): Promise<T> {
    const timeout = AbortSignal.timeout(stepMs);
    const deadline = deadlineOf(timeout);
    const fetch: Fetch = (url, { method, headers, body }) =>
      guardedFetch(
        { method, url, headers, ...(body && { body: String(body as string | URLSearchParams) }) },
        { resolve: this.resolve, allowPrivate: this.config.WEBHOOK_ALLOW_PRIVATE, signal: deadline.signal },
      );
    try {
      return await abortable(run(fetch), deadline.signal);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { code, message, error: reason } = error as { code?: string; message?: string; error?: unknown };
      log.info({ step: name, code, reason: reason ?? message }, 'an identity provider did not answer as expected');
      throw new AppError(error instanceof oidc.AuthorizationResponseError ? 'SSO_REFUSED' : 'SSO_PROVIDER', {
        cause: error,
      });
    } finally {
      deadline.abort();
    }
  }
}
