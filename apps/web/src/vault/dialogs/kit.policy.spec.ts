import { newRecoveryCode } from '@tradepost/sealing/keys/recovery';
import { kitText, twoGroups } from './kit.policy';

describe('the recovery kit', () => {
  it('always asks for two different existing groups', () => {
    for (let a = 0; a < 8; a++) {
      for (let b = 0; b < 7; b++) {
        const chance = [(a + 0.5) / 8, (b + 0.5) / 7];
        const [first, second] = twoGroups(() => chance.shift() ?? 0);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(second).toBeGreaterThan(first);
        expect(second).toBeLessThan(8);
      }
    }
  });

  it('contains the key on its own line and names the account', () => {
    const code = newRecoveryCode();
    const kit = { code, email: 'pat@example.com', origin: 'https://trade.example', made: '1 Feb 2026' };
    const lines = kitText({ ...kit, hasPassword: true }).split('\n');
    expect(lines).toContain(code);
    expect(lines).toContain('Account: pat@example.com');
    expect(lines.join(' ')).toMatch(/If you forget your password.*away from your password/);
    expect(kitText({ ...kit, hasPassword: false })).not.toMatch(/password/i);
  });
});
