import * as opaque from '@serenity-kit/opaque';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { proofText, recordText } from '@tradepost/contracts/encryption/formats';
import { routes } from '@tradepost/contracts/routes';

const password = 'Load-load-load-1!';
/**
 * A client stretches the password with 64 MiB, and the server does not notice. With the least memory a sign-in costs the server the same,
 * and the generator next to nothing.
 */
const keyStretching = { 'argon2id-custom': { iterations: 1, memory: 8, parallelism: 1 } };

/** @returns what takes the place of a new password */
export async function newRecord(client: ApiClient, email: string): Promise<string> {
  await opaque.ready;
  const { registrationRequest, clientRegistrationState } = opaque.client.startRegistration({ password });
  const { response } = await client.send(routes.startRecord, { email, request: registrationRequest });
  const { registrationRecord } = opaque.client.finishRegistration({
    password,
    keyStretching,
    clientRegistrationState,
    registrationResponse: response,
  });
  return recordText(registrationRecord);
}

/** The client's part of a sign-in. */
export function startedSignIn() {
  const { startLoginRequest: request, clientLoginState } = opaque.client.startLogin({ password });
  return {
    request,
    /** @returns what takes the place of the password @throws Error for a record of another password */
    proofOf: ({ response, state }: { response: string; state: string }): string => {
      const opened = opaque.client.finishLogin({ password, keyStretching, clientLoginState, loginResponse: response });
      if (!opened) throw new Error('The password does not open the record');
      return proofText(state, opened.finishLoginRequest);
    },
  };
}
