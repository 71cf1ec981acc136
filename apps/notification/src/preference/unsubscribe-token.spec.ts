import { readUnsubscription, signUnsubscription } from './unsubscribe-token';

const key = 'k'.repeat(32);

describe('the token of an unsubscribe link', () => {
  const token = signUnsubscription({ email: 'Rui+x@lisboa.example', kind: 'delivery' }, key);

  it('contains its address and kind', () => {
    expect(readUnsubscription(token, [key])).toEqual({ email: 'Rui+x@lisboa.example', kind: 'delivery' });
  });

  it('stays valid while its key is a previous key', () => {
    const current = 'n'.repeat(32);
    expect(readUnsubscription(token, [current, key])).toMatchObject({ kind: 'delivery' });
    expect(readUnsubscription(token, [current])).toBeNull();
  });

  it('cannot be forged, edited or truncated', () => {
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
