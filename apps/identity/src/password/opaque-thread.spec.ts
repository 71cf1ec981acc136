import * as library from '@serenity-kit/opaque';
import { OpaqueRefusal, OpaqueThread } from './opaque-thread';

describe('the thread of the OPAQUE library', () => {
  const thread = new OpaqueThread();
  let serverSetup: string;

  beforeAll(async () => {
    await library.ready;
    serverSetup = library.server.createSetup();
  });

  afterAll(() => thread.end());

  const registration = (registrationRequest: string) =>
    thread.run('server.createRegistrationResponse', { serverSetup, userIdentifier: 'someone', registrationRequest });

  test('answers each piece of work with its own result', async () => {
    const requests = ['a', 'b', 'c'].map(
      (password) => library.client.startRegistration({ password }).registrationRequest,
    );
    const answers = await Promise.all(requests.map(registration));
    const expected = requests.map((registrationRequest) =>
      library.server.createRegistrationResponse({ serverSetup, userIdentifier: 'someone', registrationRequest }),
    );
    expect(answers).toEqual(expected);
  });

  test('refuses what is no message of the protocol, and goes on', async () => {
    await expect(registration('no message')).rejects.toThrow(OpaqueRefusal);
    const { registrationRequest } = library.client.startRegistration({ password: 'a' });
    await expect(registration(registrationRequest)).resolves.toHaveProperty('registrationResponse');
  });

  test('a thread that ends fails what waits for it, and the next work gets a new one', async () => {
    const { registrationRequest } = library.client.startRegistration({ password: 'a' });
    const ended = thread.end();
    await expect(registration(registrationRequest)).rejects.toThrow('has ended');
    await ended;
    await expect(registration(registrationRequest)).resolves.toHaveProperty('registrationResponse');
  });
});
