import * as opaque from '@serenity-kit/opaque';
import { routes, type Route } from '@tradepost/contracts/routes';
import { toBase64url } from '@tradepost/sealing/crypto/bytes';
import type { Secret } from '@tradepost/sealing/keys/opaque';
import { keysOfNewPassword, keysOfPassword, type PasswordPorts } from '../../src/keys/passwords';
import { type Scenario } from './scenario';
import { type AlterAnswer, type Fixture } from './fixture';

/** What a client does with a password. */
export async function passwordScenarios(fixture: Fixture): Promise<Scenario[]> {
  const { passwords } = fixture.work;
  await opaque.ready;
  const [serverSetup, otherSetup] = [opaque.server.createSetup(), opaque.server.createSetup()];
  const email = fixture.ann.email;
  const [password, kind] = ['Secret-1!', 'password' as const];
  const former = { salt: toBase64url(new Uint8Array(16)), hashSalt: toBase64url(new Uint8Array(16).fill(1)) };
  const recordOf = async (secret: Secret, setup = serverSetup) => {
    const { request, state } = await passwords.startRegistration(secret);
    const answer = opaque.server.createRegistrationResponse({
      serverSetup: setup,
      userIdentifier: email,
      registrationRequest: request,
    });
    return { answer, made: await passwords.finishRegistration(secret, state, answer.registrationResponse) };
  };
  const present = await recordOf({ text: password, kind });
  const old = await recordOf((await passwords.formerOf(password, former)).secret);
  const others = await recordOf({ text: 'Other-1!', kind }, otherSetup);
  const proofOf = (record: string, request: string, setup = serverSetup) => ({
    state: 'c3RhdGU',
    response: opaque.server.startLogin({
      serverSetup: setup,
      userIdentifier: email,
      registrationRecord: record,
      startLoginRequest: request,
    }).loginResponse,
    former,
  });
  const { request } = await passwords.startProof({ text: password, kind });
  const sources = {
    other: {
      ...proofOf(others.made.record, request, otherSetup),
      state: 'b3RoZXI',
      former: { salt: former.hashSalt, hashSalt: former.salt },
    },
    older: { ...proofOf(present.made.record, request), state: 'b2xkZXI' },
  };
  const portsOf = (route: Route, answer: (request: string) => unknown, alter: AlterAnswer): PasswordPorts => ({
    send: (async (asked: Route, input: { request: string }) =>
      alter(route, asked === route ? answer(input.request) : {})) as unknown as PasswordPorts['send'],
    work: passwords,
  });
  const proves = (name: string, record: string): Scenario => ({
    name,
    route: routes.startProof,
    honest: proofOf(record, request),
    sources,
    run: async (alter) => {
      const ports = portsOf(routes.startProof, (asked) => proofOf(record, asked), alter);
      return { result: keysOfPassword(ports, { email, password }).then(({ serverKey }) => [serverKey]), effects: [] };
    },
  });
  const registers: Scenario = {
    name: 'a new password is registered at the server of the present one',
    route: routes.startRecord,
    honest: { response: present.answer.registrationResponse },
    sources: {
      other: { response: others.answer.registrationResponse },
      older: { response: old.answer.registrationResponse },
    },
    run: async (alter) => {
      const answer = (asked: string) => ({
        response: opaque.server.createRegistrationResponse({
          serverSetup,
          userIdentifier: email,
          registrationRequest: asked,
        }).registrationResponse,
      });
      const ports = portsOf(routes.startRecord, answer, alter);
      return {
        result: keysOfNewPassword(ports, { email, password: 'New-1!' }, present.made.serverKey).then(
          ({ serverKey }) => [serverKey],
        ),
        effects: [],
      };
    },
  };
  return [
    proves('a password is proven', present.made.record),
    proves('the password of an earlier version is proven', old.made.record),
    registers,
  ];
}
