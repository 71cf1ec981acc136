import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { addressKey } from '@tradepost/contracts/values/address';
import { createPersonKey } from '@tradepost/sealing/keys/person-key';
import { newRecoveryCode, recoveryKek } from '@tradepost/sealing/keys/recovery';
import { startIdentityProvider } from '@tradepost/testing/identity-provider';
import { newEmail } from './fixture';
import { startSso } from './sso-kit';

export const ownerOf = ({ userId, email }: UserActor) => ({ userId, address: addressKey(email) });

/** A company with an identity provider, and people that only the provider knows. */
export async function startSsoPeople(env: Record<string, string>) {
  const [fixture, provider] = await Promise.all([startSso(env), startIdentityProvider()]);
  const { issuer, clientId, clientSecret } = provider;
  const { owner, domain } = await fixture.connected(issuer, { clientId, clientSecret, defaultRole: 'downloader' });
  const { redirectUri } = await fixture.call(identity.sso, {}, owner);
  await provider.register(redirectUri, 'https://127.0.0.1:9/logout');

  const newAddress = (name = 'paula') => newEmail(name).replace(/@.*/, `@${domain}`);

  /** A new session by single sign-on of the person with this address. */
  async function enter(email = newAddress()): Promise<UserActor> {
    provider.people.set(email, { email, email_verified: true, given_name: 'Paula', family_name: 'Person' });
    const { url } = await fixture.start(email);
    return (await fixture.finish(owner.companyId, await provider.signIn(url, email))).actor;
  }

  /** As the person's browser makes a key. */
  async function keyOf(who: UserActor) {
    const recovery = { kind: 'recovery', kek: await recoveryKek(newRecoveryCode()) } as const;
    const { key, wrap } = await createPersonKey(ownerOf(who), recovery.kek, 'recovery');
    return { recovery, key, wrap };
  }

  /** A person with a key. */
  async function withKey() {
    const who = await enter();
    const made = await keyOf(who);
    const { key: stored } = await fixture.call(identity.createSsoPersonKey, { key: made.key, wrap: made.wrap }, who);
    return { who, ...made, stored };
  }

  const stop = () => Promise.all([fixture.stop(), provider.stop()]);
  return { fixture, provider, owner, newAddress, enter, keyOf, withKey, stop };
}

export type SsoPeople = Awaited<ReturnType<typeof startSsoPeople>>;
