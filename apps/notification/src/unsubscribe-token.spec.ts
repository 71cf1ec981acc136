import { readUnsubscription, signUnsubscription } from './unsubscribe-token';

const key = 'k'.repeat(32);

describe('the token of an unsubscribe link', () => {
  const token = signUnsubscription({ email: 'Rui+x@lisboa.example', kind: 'delivery' }, key);

  it('names its address and kind', () => {
    expect(readUnsubscription(token, [key])).toEqual({ email: 'Rui+x@lisboa.example', kind: 'delivery' });
  });

  it('outlives its key while that is one of the previous', () => {
    const present = 'n'.repeat(32);
    expect(readUnsubscription(token, [present, key])).toMatchObject({ kind: 'delivery' });
    expect(readUnsubscription(token, [present])).toBeNull();
  });

  it('cannot be made, edited or cut', () => {
    const [body = '', signed] = token.split('.');
    const edited = Buffer.from(Buffer.from(body, 'base64url').toString().replace('lisboa', 'porto!')).toString(
      'base64url',
    );
    for (const wrong of [
      `${edited}.${signed}`,
      body,
      `${body}.`,
      `.${signed}`,
      '',
      token.slice(0, -4),
      signUnsubscription({ email: 'a@b.example', kind: 'delivery' }, `${key}!`),
    ]) {
      expect(readUnsubscription(wrong, [key])).toBeNull();
    }
  });
});
