import type { UserActor } from '@tradepost/contracts/actor';
import { identity } from '@tradepost/contracts/identity';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import { anonymous, password, type Fixture } from './fixture';
import { SoftwareAuthenticator } from './software-authenticator';

/** What people do with passkeys. @param fixtureOf the fixture, once it has started */
export function passkeysOf(fixtureOf: () => Fixture) {
  const add = async (
    who: UserActor,
    given: { name?: string; authenticator?: SoftwareAuthenticator; epoch?: number; wrap?: string } = {},
  ) => {
    const { name = 'Laptop', authenticator = new SoftwareAuthenticator(), ...wrapped } = given;
    const password = await fixtureOf().proofOf(who.email);
    const creation = await fixtureOf().call(identity.startPasskey, { password }, who);
    const passkey = authenticator.create(creation);
    const added = await fixtureOf().call(identity.addPasskey, { name, passkey, ...wrapped }, who);
    return { authenticator, id: added.passkey.id, passkey: added.passkey };
  };

  const challenge = (purpose: 'sign-in' | 'second-step' = 'sign-in', from = anonymous) =>
    fixtureOf().call(identity.startPasskeySignIn, { purpose }, from);

  const enter = (
    passkey: ReturnType<SoftwareAuthenticator['get']>,
    portal: 'sender' | 'receiver' = 'sender',
    from = anonymous,
    browser: { binding?: string; replaces?: string; device?: string } = {},
  ) => fixtureOf().call(identity.passkeyLogin, { passkey, portal, ...browser }, from);

  const signIn = async (
    authenticator: SoftwareAuthenticator,
    portal: 'sender' | 'receiver' = 'sender',
    from = anonymous,
  ) => enter(authenticator.get(await challenge('sign-in', from)), portal, from);

  /** A person with an authenticator app and a passkey. */
  const guarded = async () => {
    const ann = await fixtureOf().member();
    const { authenticator } = await add(ann);
    const { secret } = await fixtureOf().call(identity.beginTotp, { password }, ann);
    await fixtureOf().call(identity.confirmTotp, { code: authenticatorCode(secret) }, ann);
    return { ann, authenticator };
  };

  return { add, challenge, enter, guarded, signIn };
}
