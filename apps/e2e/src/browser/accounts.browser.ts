import { expect } from '@playwright/test';
import { codeIn, inboxAt, linkIn } from '@tradepost/testing/inbox-client';
import { register } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import {
  choose,
  enterCode,
  fillCompany,
  fillSignup,
  inspect,
  kitDialog,
  look,
  navigate,
  newPerson,
  signIn,
  storedKeys,
} from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { logOut } from '../support/browser/keys';
import { account } from '../support/fixtures';
import { newSender, toast, paste } from '../support/browser/senders';

let topology: Topology;
const inbox = () => inboxAt(topology.inboxUrl);

test.beforeAll(({ installation }) => void (topology = installation));

test('a sender signs up and corrects mistakes', async ({ browser }) => {
  const person = account('newcomer');
  const { page, failures } = await newPerson(browser, topology);
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Get Started' }).click();
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Password is required',
  ])
    await expect(page.getByText(message)).toBeVisible();
  await expect(page.getByLabel('First Name')).toBeFocused();
  await inspect(page, 'signup');
  await fillSignup(page, { ...person, email: 'nobody', password: 'short' });
  await page.getByRole('button', { name: 'Get Started' }).click();
  await expect(page.getByText('Enter a valid email address')).toBeVisible();
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await fillSignup(page, person);
  await page.getByRole('button', { name: 'Get Started' }).click();

  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await look(page, 'check-email');
  const mail = await inbox().waitForMail({ to: person.email, subject: /code/i });
  const code = codeIn(mail);
  await page.getByRole('button', { name: 'Enter code manually' }).click();
  const verify = page.getByRole('button', { name: 'Verify Email' });
  await expect(verify).toBeDisabled();
  await paste(page, 'Digit 1 of 5', '1234');
  await expect(page.getByLabel('Digit 1 of 5')).toHaveValue('');
  await enterCode(page, '12');
  await page.keyboard.press('Backspace');
  await expect(page.getByLabel('Digit 2 of 5')).toHaveValue('');
  await expect(page.getByLabel('Digit 2 of 5')).toBeFocused();
  await paste(page, 'Digit 1 of 5', code === '00000' ? '00001' : '00000');
  await expect(toast(page)).toContainText('Incorrect OTP');
  await expect(page.getByText('Otp is Invalid or expired')).toBeVisible();
  await inspect(page, 'code-entry');
  await page.getByRole('button', { name: 'Click to resend' }).click();
  await expect(toast(page)).toContainText('New Otp is generated');
  await expect(page.getByRole('button', { name: /Click to resend/ })).toBeDisabled();
  const fresh = codeIn(await inbox().waitForMail({ to: person.email, subject: /code/i, after: mail }));
  await paste(page, 'Digit 1 of 5', fresh);

  await expect(page.getByRole('heading', { name: 'Company Details' })).toBeVisible();
  for (const label of ['Email for Contracts', 'Email for Billing']) {
    await expect(page.getByLabel(label)).toHaveValue(person.email);
    await page.getByLabel(label).clear();
  }
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const field of [
    'Company name',
    'Company Registration Number',
    'Address line 1',
    'City',
    'Post code',
    'Trading currency',
    'Telephone number',
    'Contract email',
    'Billing email',
  ]) {
    await expect(page.getByText(`${field} is required`)).toBeVisible();
  }
  await inspect(page, 'onboarding-company');
  await choose(page, 'Country', 'Germany');
  await expect(page.getByLabel('Telephone Number')).toHaveValue('+49');
  await choose(page, 'Country', 'India');
  await fillCompany(page, person);
  await page.reload();
  await expect(page.getByLabel('Company Name')).toHaveValue(person.companyName);
  await expect(page.getByLabel('Telephone Number')).toHaveValue('+912212345678');
  await expect(page.getByText('EUR · Euro')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();

  await expect(page.getByRole('heading', { name: 'Invite your Trading Partner' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Skip for now' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Add Partner' }).click();
  await expect(page.getByText('Please enter an email address')).toBeVisible();
  const email = page.getByLabel("Partner's email");
  for (const [given, said] of [
    ['partner', 'Please enter a valid email address'],
    ['partner@example.com', null],
    ['PARTNER@example.com', 'This email has already been invited'],
  ] as const) {
    await email.fill(given);
    await email.press('Enter');
    if (said) await expect(page.getByText(said)).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Invited team Partner' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Add Partner' })).toHaveCount(0);
  await inspect(page, 'onboarding-invite');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Business Registration' })).toBeVisible();
  await inbox().waitForMail({ to: 'partner@example.com', subject: person.email });

  await test.step('route guards while a registration is pending', async () => {
    for (const path of ['/login', '/logs', '/profile', '/two-step-setup']) {
      await page.goto(path);
      await expect(page).toHaveURL(`${topology.origin}/`);
      await expect(page.getByRole('heading', { name: 'Business Registration' })).toBeVisible();
    }
  });
  expect(failures).toEqual([]);
});

test('the mailed link verifies the address and leads to encryption keys, and an unverified login is offered a new code', async ({
  browser,
}) => {
  const person = account('linked');
  const { page } = await newPerson(browser, topology);
  await page.goto('/receiver/signup');
  await look(page, 'receiver-signup');
  await fillSignup(page, person);
  await page.getByRole('button', { name: 'Get Started' }).click();
  const first = await inbox().waitForMail({ to: person.email, subject: /code/i });
  await signIn(page, person, '/receiver/login');
  await expect(page.getByText('Please verify your email first.')).toBeVisible();
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('group', { name: '5-digit code' })).toBeVisible();
  const mail = await inbox().waitForMail({ to: person.email, subject: /code/i, after: first });
  await page.goto(linkIn(mail, '/check-email').href);
  await expect(page.getByRole('heading', { name: 'Company Details' })).toBeVisible();
  await fillCompany(page, person);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page.getByText('Set up encryption.')).toBeVisible();
  await logOut(page);
  await signIn(page, person, '/receiver/login');
  expect(await storedKeys(page)).toHaveLength(1);
});

test('a reset ends the session of a second browser, and a receiver can sign in again', async ({ browser }) => {
  const person = account('forgetful');
  await register(topology, 'receiver', person);
  const other = await newPerson(browser, topology);
  await signIn(other.page, person, '/receiver/login');
  await expect(other.page.getByRole('heading', { name: /Hello/ })).toBeVisible();

  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, { ...person, password: 'not-the-password' }, '/receiver/login');
  await expect(toast(page)).toContainText('Invalid email or password');
  await inspect(page, 'login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible();
  await inspect(page, 'password-reset');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your Email' })).toBeVisible();
  await look(page, 'reset-code');
  const code = codeIn(await inbox().waitForMail({ to: person.email, subject: /password|reset/i }));
  await enterCode(page, code);
  await expect(page.getByRole('heading', { name: 'Set new password' })).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('longenough');
  await expect(page.getByText('Password must contain at least one special character')).toBeVisible();
  const points = page.getByRole('list', { name: 'Password requirements' }).getByRole('listitem');
  await expect(points.nth(0)).toContainText('done');
  await expect(points.nth(1)).toContainText('missing');
  await page.getByLabel('Confirm password').fill('another');
  await expect(page.getByText('The passwords do not match')).toBeVisible();
  await inspect(page, 'reset-password');
  const password = 'Changed-horse-7?';
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await look(page, 'email-verified');

  await expect(other.page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  expect([...failures, ...other.failures]).toEqual([]);
});

test('a session returns to the requested page, ends when its cookie is removed, and warns before it ends', async ({
  browser,
}) => {
  const person = await newSender(topology, 'wanderer');
  const { page, failures } = await newPerson(browser, topology, { kit: 'stays' });
  await page.clock.install();
  await page.goto('/logs');
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/logs$/);
  await expect(page.getByText('Save your recovery key.')).toBeVisible();
  await expect(kitDialog(page)).toBeHidden();
  const stored = await page.evaluate<{ state: Record<string, unknown> }>(
    "JSON.parse(localStorage.getItem('auth-storage'))",
  );
  for (const name of ['isOtpcorrect', 'invitedList', 'otpverified']) expect(stored.state).not.toHaveProperty(name);
  expect((await page.context().cookies()).find(({ name }) => name === '__Host-sid')).toMatchObject({
    httpOnly: true,
    secure: true,
  });

  await page.clock.fastForward('23:56:00');
  const warning = page.getByRole('dialog', { name: 'Your session is about to end' });
  await expect(warning).toBeVisible();
  await inspect(page, 'session-ending');
  const token = async () => (await page.context().cookies()).find(({ name }) => name === 'auth-token')?.value;
  const before = await token();
  await warning.getByLabel('Password', { exact: true }).fill(person.password);
  await warning.getByRole('button', { name: 'Sign in again' }).click();
  await expect.poll(token).not.toBe(before);
  await page.clock.setSystemTime(new Date()); // the new session is a day long from now, not from then
  await expect(warning).toBeHidden();

  await navigate(page, 'Dashboard');
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await page.evaluate("document.cookie = 'auth-token=; max-age=0; path=/'");
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  expect(failures).toEqual([]);
});

test('a browser that uses the IP address of the server can also sign in', async ({ browser }) => {
  const person = await newSender(topology, 'numeric');
  const { page } = await newPerson(browser, { origin: topology.origin.replace('localhost', '127.0.0.1') });
  await signIn(page, person);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
});

test('a toast closes by key and by swipe', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await page.goto('/check-email');
  const provoke = async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Enter code manually' }).click();
    await enterCode(page, '12345');
    await expect(toast(page)).toContainText('Please signup first to verify');
  };
  await provoke();
  await expect(page.getByRole('alert').filter({ hasText: 'Otp Verification' })).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toHaveCount(0);
  await provoke();
  const box = await toast(page).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 20];
  const swipe = async (by: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(40);
  await expect(toast(page)).toHaveCount(1);
  await swipe(60);
  await expect(toast(page)).toHaveCount(0);
});
