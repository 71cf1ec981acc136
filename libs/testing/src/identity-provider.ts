import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ClientMetadata } from 'oidc-provider';

/** What the provider says about a person; its key is what they enter at the provider. */
export type ProviderPeople = Map<string, Record<string, unknown>>;

export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  people: ProviderPeople;
  /** Registers the addresses of a relying party. */
  register(redirectUri: string, logoutUri: string): Promise<void>;
  /** As a new browser: signs in as this person. @returns the query that the provider returns to the relying party */
  signIn(url: string, login: string): Promise<string>;
  /** As the same browser: ends the session at the provider, which then reports it. */
  signOut(): Promise<void>;
  stop(): Promise<void>;
}

const clientId = 'tradepost';
const clientSecret = 'the secret of the client';

/** A real identity provider on this machine (OpenID Connect, certified). */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const people: ProviderPeople = new Map();
  const client = {
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: ['https://not.registered.example'],
    backchannel_logout_uri: 'https://not.registered.example',
    backchannel_logout_session_required: true,
  };
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let handle = await callbackOf(issuer, people, client);
  server.on('request', (request, response) => void handle(request, response));
  const jar = new Map<string, string>();
  const fetchAs = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(new URL(url, issuer), {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return answer;
  };
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    register: async (redirectUri, logoutUri) => {
      handle = await callbackOf(issuer, people, {
        ...client,
        redirect_uris: [redirectUri],
        backchannel_logout_uri: logoutUri,
      });
    },
    signIn: async (url, login) => {
      jar.clear();
      let answer = await fetchAs(url);
      for (;;) {
        const to = answer.headers.get('location');
        if (to && !to.startsWith('/') && !to.startsWith(issuer)) return new URL(to).search.slice(1);
        if (to) answer = await fetchAs(to);
        else {
          const page = await answer.text();
          const action = /action="([^"]+)"/.exec(page)?.[1];
          const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
          if (!action || !prompt) throw new Error(`The provider has refused: ${answer.status} ${page.slice(0, 300)}`);
          answer = await fetchAs(action, { prompt, login, password: 'any' });
        }
      }
    },
    signOut: async () => {
      const page = await (await fetchAs('/session/end')).text();
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
      await fetchAs('/session/end/confirm', { xsrf, logout: 'yes' });
    },
    stop: () => stop(server),
  };
}

async function callbackOf(issuer: string, people: ProviderPeople, client: ClientMetadata) {
  // it warns of its default settings when it is loaded
  const { Provider } = await import('oidc-provider');
  const provider = new Provider(issuer, {
    clients: [client],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
      groups: ['groups'],
    },
    scopes: ['openid', 'email', 'profile', 'groups'],
    cookies: { keys: ['a key for tests only'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  return provider.callback();
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
