import { readUnsubscription, signUnsubscription } from './unsubscribe-token';

const key = 'k'.repeat(32);

describe('the token of an unsubscribe link', () => {
  const mailedAt = new Date('2026-03-01T12:00:00.123Z');
  const token = signUnsubscription({ email: 'Rui+x@lisboa.example', kind: 'delivery', mailedAt }, key);

  it('contains its address and kind, and when it was mailed', () => {
    expect(readUnsubscription(token, [key])).toEqual({ email: 'Rui+x@lisboa.example', kind: 'delivery', mailedAt });
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
      signUnsubscription({ email: 'a@b.example', kind: 'delivery', mailedAt }, `${key}!`),
    ]) {
      expect(readUnsubscription(wrong, [key])).toBeNull();
    }
  });
});
