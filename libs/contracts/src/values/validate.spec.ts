import { AppError } from '../errors';
import { identity } from '../identity';
import { kyc } from '../kyc';
import { routes, type Route } from '../routes';
import { storage } from '../storage';
import { validate } from './validate';

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error) => error,
  );

describe('validate', () => {
  it('reports the first broken rule as the message, and every invalid field', async () => {
    const error = await errorOf(validate(identity.login.input, { email: '', password: 'short', portal: 'sender' }));
    expect(error).toMatchObject({ code: 'INVALID', status: 400, message: 'Email is required' });
    expect(error.errors).toEqual([
      { field: 'email', message: 'Email is required' },
      { field: 'password', message: 'Password must be at least 8 characters long' },
    ]);
  });

  it('rejects a page that no offset can reach', async () => {
    const error = await errorOf(validate(storage.bin.input, { page: 1e21 }));
    expect(error).toMatchObject({ code: 'INVALID', errors: [{ field: 'page', message: 'page is too large' }] });
  });

  it('rejects a number for a text field, and drops unknown fields', async () => {
    const good = { firstName: ' Ann ', lastName: 'Bee', email: 'a@b.co', password: 'long enough', userType: 'sender' };
    expect(await validate(identity.signup.input, { ...good, kycStatus: 'Approved' })).toEqual({
      ...good,
      firstName: 'Ann',
    });
    for (const firstName of [
      7,
      true,
      ['x'],
      { a: 1 },
      'nul\u0000',
      'bidi\u202e',
      'arabic mark\u061c',
      'two\u2028lines',
      'half\ud800',
      '\udc00half',
    ]) {
      expect(await errorOf(validate(identity.signup.input, { ...good, firstName }))).toMatchObject({ status: 400 });
    }
    for (const body of [null, 7, 'text', [], true]) {
      expect(await errorOf(validate(identity.signup.input, body))).toMatchObject({ status: 400 });
    }
  });

  it.each(Object.entries<Route>(routes))(
    'of %s answers any wrong type of a field with an AppError',
    async (_name, { command }) => {
      for (const field of Object.keys(command.input.fields)) {
        const wrong = [5, true, {}, [], [5], [[]], [{}], { length: 1 }, null, '{"toString":1,"__proto__":{"rows":1}}'];
        for (const given of wrong) {
          const error = await errorOf(validate(command.input, { [field]: given }));
          if (error !== undefined) expect(error).toBeInstanceOf(AppError);
        }
      }
    },
  );

  it('drops inherited keys at any depth, and rejects endless nesting', async () => {
    const sent = JSON.parse(
      '{"email":"a@b.co","kycData":{"__proto__":{"x":1},"constructor":{"prototype":{}},"companyDetails":{"city":"Cluj","toString":1,"__proto__":{"y":2}}}}',
    ) as object;
    expect(await validate(kyc.saveProgress.input, sent)).toEqual({ kycData: { companyDetails: { city: 'Cluj' } } });
    let endless: unknown = 1;
    for (let n = 0; n < 5_000; n++) endless = [endless];
    expect(await errorOf(validate(kyc.saveProgress.input, { kycData: endless }))).toMatchObject({ code: 'INVALID' });
  });

  it('looks neither at fields that the input does not have, nor into what is given instead of a text', async () => {
    const unread = {
      enumerable: true,
      get: () => {
        throw new Error('This was read');
      },
    };
    const email = Object.defineProperty(['a@b.co'], 0, unread);
    const given = Object.defineProperty({ email, password: 'long enough', portal: 'sender' }, 'other', unread);
    expect(await errorOf(validate(identity.login.input, given))).toMatchObject({
      errors: [{ field: 'email', message: 'email must be text' }],
    });
  });

  it('accepts one address or a list to deliver to, and reads numbers from multipart text', async () => {
    expect(await validate(storage.deliver.input, { id: 'f', email: 'a@b.co' })).toMatchObject({ email: ['a@b.co'] });
    expect(await errorOf(validate(storage.deliver.input, { id: 'f', email: [] }))).toMatchObject({
      message: 'Please select at least one email address',
    });
    const upload = { folderId: 'f', fileName: 'a.csv', expectedBytes: 1 };
    expect(
      await validate(storage.beginUpload.input, { ...upload, price: '1.25', numberOfRecords: '10', currency: 'EUR' }),
    ).toMatchObject({ price: 1.25, numberOfRecords: 10 });
    for (const bad of [
      { price: '-1' },
      { numberOfRecords: '1.5' },
      { price: 'NaN' },
      { price: 'Infinity' },
      { currency: 'euro' },
    ]) {
      expect(await errorOf(validate(storage.beginUpload.input, { ...upload, ...bad }))).toMatchObject({ status: 400 });
    }
  });

  it('accepts every spelling of the registration country, and numbers as volumes', async () => {
    const { kycData } = await validate(kyc.saveProgress.input, {
      kycData: {
        companyDetails: { country: 'India' },
        commercialInfo: { tradeVolumes: [{ country: 'India', expected: 5, actual: '4' }] },
      },
    });
    expect(kycData).toMatchObject({
      companyDetails: { registrationCountry: 'India' },
      commercialInfo: { tradeVolumes: [{ expected: '5', actual: '4' }] },
    });
  });
});
