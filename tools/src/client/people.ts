import { routes } from '@tradepost/contracts/routes';
import { codeIn, inboxAt } from '@tradepost/testing/inbox-client';
import { ApiClient } from '@tradepost/client/api/api-client';

export interface Account {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  companyName: string;
}

/** An account that nobody has yet. @param who begins its address */
export const newAccount = (who: string): Account => ({
  firstName: 'Ben',
  lastName: 'Bench',
  email: `${who}-${Date.now()}@example.com`,
  password: 'Bench-bench-1!',
  companyName: `Bench ${who}`,
});

export interface Place {
  origin: string;
  inboxUrl: string;
}

const companyOf = ({ companyName, email }: Account) => ({
  companyName,
  companyRegistrationNumber: 'HRB 12345',
  country: 'India',
  addressLine1: '1 Market Street',
  city: 'Mumbai',
  postCode: '400001',
  tradingCurrency: 'EUR' as const,
  telephoneNumber: '+912212345678',
  contractEmail: email,
  billingEmail: email,
});

/** A registration with only the required fields. */
export const kycSubmission = ({ companyName, email }: Account) => ({
  companyDetails: {
    shortName: companyName,
    legalEntityName: `${companyName} Ltd`,
    registrationCountry: 'India',
    typeOfRegistration: 'other',
    companyRegistrationNumber: 'HRB 12345',
    vatTaxNumber: 'IN123456789',
    incorporationDate: '2015-04-01',
    website: 'https://example.com',
    primaryContactEmail: email,
    phoneNumber: '+912212345678',
    addressLine1: '1 Market Street',
    city: 'Mumbai',
    postcode: '400001',
  },
  documents: {},
  commercialInfo: {
    businessNature: { code: '63', description: 'Information service activities' },
    currencies: [{ country: 'India', currency: 'EUR' }],
    tradeVolumes: [{ country: 'India', expected: '1000', actual: '900', variance: '-100' }],
  },
});

/** Signs up, verifies the e-mail address with the mailed code and adds the company. @returns a signed-in client */
export async function register(place: Place, userType: 'sender' | 'receiver', account: Account): Promise<ApiClient> {
  const client = new ApiClient(place.origin);
  const { firstName, lastName, email, password } = account;
  await client.send(userType === 'sender' ? routes.signup : routes.signupReceiver, {
    firstName,
    lastName,
    email,
    password,
  });
  const otp = codeIn(await inboxAt(place.inboxUrl).waitForMail({ to: email, subject: /code|verif/i }));
  const { token } = await client.send(routes.verifyOtp, { email, otp });
  const saved = await client.send(routes.saveCompany, { email, company: companyOf(account) }, { token });
  client.token = saved.token;
  return client;
}

/** A sender with a registration under review, which opens the workspace. */
export async function registerSender(place: Place, account: Account): Promise<ApiClient> {
  const client = await register(place, 'sender', account);
  const { user } = await client.send(routes.me, {});
  await client.sendForm(routes.updateKyc, {}, { userId: user.id, kycData: JSON.stringify(kycSubmission(account)) }, {});
  return client;
}

/** A sender and a receiver who trade with each other. */
export async function registerPair(
  place: Place,
  from: Account,
  to: Account,
): Promise<{ sender: ApiClient; receiver: ApiClient }> {
  const sender = await registerSender(place, from);
  await sender.send(routes.invite, { emails: [to.email] });
  const receiver = await register(place, 'receiver', to);
  for (const { id } of await receiver.send(routes.receivedInvitations, {}))
    await receiver.send(routes.acceptInvitation, { id });
  return { sender, receiver };
}
