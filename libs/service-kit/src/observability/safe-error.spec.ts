import { safeError, withoutAddresses } from './safe-error';

describe('an error in a log', () => {
  it('has the reason and the place of the failure, with its causes', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const safe = safeError(new Error('no database', { cause }));
    expect(safe).toMatchObject({
      type: 'Error',
      message: 'no database',
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.1:5432' },
    });
    expect(safe.stack).toContain('safe-error.spec.ts');
  });

  it('does not contain user input', () => {
    const refused = Object.assign(new Error('Can’t send mail: 550 <ann@example.com> unknown'), {
      rejected: ['ann@example.com'],
      responseCode: 550,
    });
    const query = Object.assign(new Error('duplicate key value violates unique constraint "person_email"'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
      parameters: ['ann@example.com', 'hunter22'],
    });
    const typed = Object.assign(new Error('invalid input syntax for type uuid: "ann’s secret"'), { code: '22P02' });
    let json: unknown;
    try {
      JSON.parse('{"password": hunter22}');
    } catch (error) {
      json = error;
    }
    const written = JSON.stringify([refused, query, typed, json].map((error) => safeError(error)));
    expect(written).not.toMatch(/ann@|secret|hunter22|rejected|parameters|detail/);
    expect(written).toContain('person_email');
  });

  it('is safe for values that are not errors', () => {
    expect(safeError('ann@example.com was refused')).toEqual({ type: 'string', message: '[address] was refused' });
    expect(withoutAddresses('nothing to hide')).toBe('nothing to hide');
  });
});
