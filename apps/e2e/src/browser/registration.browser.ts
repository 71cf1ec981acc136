// One file, because its tests follow one registration from the first answer to the approval.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { register } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { choose, inspect, look, newPerson, signIn, navigate } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { account } from '../support/fixtures';
import { pdf, png } from '../support/generated-files';
import { newAdmin } from '../support/review';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
let directory: string;
const applicant = account('applicant');

const fileAt = (name: string, content: Buffer | string) => {
  const path = join(directory, name);
  writeFileSync(path, content);
  return path;
};

test.beforeAll(async ({ installation }) => {
  directory = mkdtempSync(join(tmpdir(), 'tradepost-registration-'));
  topology = installation;
  await register(topology, 'sender', applicant);
});
test.afterAll(async () => {
  rmSync(directory, { recursive: true, force: true });
});

const toast = (page: Page, title: string, words: string) =>
  expect(page.locator('.toast').filter({ hasText: title }).filter({ hasText: words })).toBeVisible();
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const saved = (page: Page) => expect(page.getByText(/^\s*Saved \d\d:\d\d$/)).toBeVisible();

/** A document's card, found from its Upload button. */
const card = (page: Page, name: string) =>
  page.locator('.ant-card').filter({ has: page.getByRole('button', { name: `Upload ${name}`, exact: true }) });

async function pick(page: Page, name: string, path: string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: `Upload ${name}`, exact: true }).click(),
  ]);
  await chooser.setFiles(path);
}

test('an applicant sees each rule when it applies', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, applicant);
  await expect(page.getByRole('heading', { name: 'Business Registration' })).toBeVisible();
  await expect(page.getByText('Complete all required information to register your business')).toBeVisible();
  await expect(page.getByLabel('Short Name')).toHaveValue(applicant.companyName);
  await inspect(page, 'registration-company');

  const refused = async (words: string) => {
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await toast(page, 'Validation Error', words);
  };
  const phone = page.getByLabel('Phone Number');
  for (const label of [
    'Short Name',
    'Company Registration Number',
    'Primary Contact Email',
    'Line 1',
    'City/Town',
    'Postcode',
  ])
    await page.getByLabel(label, { exact: true }).fill('');
  await phone.fill('');
  await expect(page.getByText('This field is required')).toBeVisible();
  await refused('Short Name is required');
  await expect(page.getByLabel('Short Name')).toBeFocused();
  await expect(tab(page, 'Company Details')).toHaveText(/12/);
  await expect(tab(page, 'Commercial Info')).toHaveText(/3/);
  await inspect(page, 'registration-refused');

  await page.getByLabel('Short Name').fill('Mumbai Freight');
  await expect(tab(page, 'Company Details')).toHaveText(/11/);
  await refused('Legal Entity Name is required');
  await page.getByLabel('Legal Entity Name').fill('Mumbai Freight Private Limited');
  await refused('Type of Registration is required');
  await expect(page.getByLabel('Type of Registration')).toBeFocused();
  await page.getByLabel('Type of Registration').click();
  await expect(page.getByRole('option', { name: 'Societatea cu raspundere limitata SRL' })).toBeAttached();
  await page.keyboard.press('Escape');
  await choose(page, 'Type of Registration', 'other');
  await refused('Company Registration Number is required');
  await page.getByLabel('Company Registration Number').fill('HRB 12345');
  await refused('VAT/TAX Number is required');
  await page.getByLabel('VAT/TAX Number').fill('??');
  await refused('Incorporation Date is required');
  await expect(page.getByLabel('Incorporation Date')).toBeFocused();
  await page.getByLabel('Incorporation Date').fill('2015-04-01');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Incorporation Date')).toHaveValue('1 Apr 2015');
  await refused('Website is required');
  await page.getByLabel('Website').fill('not a website');
  await refused('Primary Contact Email is required');
  await page.getByLabel('Primary Contact Email').fill('nobody');
  await refused('Phone Number is required');

  for (const [typed, words] of [
    ['0221234567', 'Please enter a valid number with country code'],
    ['+91123', 'Number should have between 7-15 digits'],
  ] as const) {
    await phone.fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
  await choose(page, 'Registration Country', 'German');
  const flag = page.locator('.ant-select', { has: page.getByLabel('Registration Country') }).locator('img');
  await expect(flag).toHaveAttribute('src', /DE.*svg$/);
  await expect(phone).toHaveValue('+49');
  await expect(page.getByLabel('Mobile Number')).toHaveValue('+49');
  await phone.fill('+49 3012345678');
  await page.getByLabel('Mobile Number').fill('0170 1234567');
  await choose(page, 'Registration Country', 'India');
  await expect(page.getByTitle('India', { exact: true }).first()).toBeVisible();
  await expect(phone).toHaveValue('+91');
  await expect(page.getByLabel('Mobile Number')).toHaveValue('01701234567');
  await page.getByLabel('Mobile Number').fill('');
  await phone.fill('+91 2212345678');
  await refused('Line 1 is required');
  await page.getByLabel('Line 1').fill('1 Market Street');
  await refused('City/Town is required');
  await page.getByLabel('City/Town').fill('Mumbai');
  await refused('Postcode is required');
  await page.getByLabel('Postcode').fill('400001');
  await refused('A VAT or tax number must contain a letter or a digit');
  await page.getByLabel('VAT/TAX Number').fill('IN123456789');
  await refused('Please enter a valid email address');
  await page.getByLabel('Primary Contact Email').fill(applicant.email);
  await refused('Please enter a valid website URL');
  await expect(page.getByLabel('Website')).toBeFocused();
  await page.getByLabel('Website').fill('www.mumbai-freight.com');
  await refused('Business nature information is required');
  await expect(page).toHaveURL(/tab=commercial/);
  await saved(page);
  await page.reload();
  await expect(tab(page, 'Commercial Info')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Company Details').click();
  await expect(page.getByLabel('Legal Entity Name')).toHaveValue('Mumbai Freight Private Limited');
  await expect(page.getByLabel('Incorporation Date')).toHaveValue('1 Apr 2015');
  await look(page, 'registration-company-filled');
  expect(failures).toEqual([]);
  await page.context().close();
});

test('documents are uploaded, refused, replaced, viewed and cleared one by one', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, applicant, '/kyc-approval?tab=documents');
  await expect(page.getByText('0 of 9 uploaded')).toBeVisible();
  for (const [, name] of kycDocuments)
    await expect(page.getByRole('button', { name: `Preview ${name}`, exact: true })).toBeDisabled();
  await look(page, 'registration-documents-empty');

  await pick(page, 'Proof of address', fileAt('notes.txt', 'only text'));
  await expect(card(page, 'Proof of address').getByRole('alert')).toContainText('Supported formats: PDF');
  await expect(tab(page, 'Documents')).toHaveText(/1/);
  await pick(page, 'Tax Statement', fileAt('empty.pdf', ''));
  await expect(card(page, 'Tax Statement').getByRole('alert')).toContainText('The file is empty');
  await pick(page, 'Bank Statement', fileAt('huge.pdf', Buffer.alloc(26 * 1024 * 1024)));
  await expect(card(page, 'Bank Statement').getByRole('alert')).toContainText('at most 25 MB');
  await look(page, 'registration-documents-refused');

  await pick(page, 'Proof of address', fileAt('proof.png', png(600, 400)));
  await expect(card(page, 'Proof of address')).toContainText('Uploaded');
  await pick(page, 'Tax Certificate', fileAt('certificate.pdf', pdf('Tax certificate 2024')));
  await pick(page, 'Company Chart', fileAt('chart.csv', 'name,share\nPat,100\n'));
  await expect(page.getByText('3 of 9 uploaded')).toBeVisible();
  await pick(page, 'Tax Certificate', fileAt('certificate-2025.pdf', pdf('Tax certificate 2025', 1_500_000)));
  await expect(card(page, 'Tax Certificate')).toContainText('certificate-2025.pdf');
  await page.getByRole('button', { name: '1 earlier version of Tax Certificate' }).click();
  await inspect(page, 'registration-documents');

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: /certificate\.pdf/ }).click();
  await expect(dialog.getByRole('img', { name: 'Page 1 of certificate.pdf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview Tax Certificate' }).click();
  await expect(dialog.getByRole('img', { name: 'Page 1 of certificate-2025.pdf' })).toBeVisible();
  await expect(dialog.getByText('1.43 MB')).toBeVisible();
  await inspect(page, 'registration-preview-pdf');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview Proof of address' }).click();
  await expect(dialog.getByRole('img', { name: 'proof.png' })).toHaveJSProperty('naturalWidth', 600);
  await look(page, 'registration-preview-image');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Preview Company Chart' }).click();
  await expect(dialog.getByText('chart.csv')).toBeVisible();
  await expect(dialog.getByText('0.00 MB')).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'Open File' })).toHaveAttribute('href', /^blob:/);
  await look(page, 'registration-preview-file');
  await page.keyboard.press('Escape');

  await page.route('**/api/kyc/documents/memorandum', () => undefined);
  await pick(page, 'Memorandum', fileAt('memorandum.pdf', pdf('Memorandum')));
  await expect(page.getByRole('progressbar', { name: 'Uploading Memorandum' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Memorandum' }).click();
  await expect(card(page, 'Memorandum')).toContainText('Not uploaded yet');

  await page.getByRole('button', { name: 'Clear Company Chart' }).click();
  await expect(page.getByText('2 of 9 uploaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Preview Company Chart' })).toBeDisabled();
  await page.reload();
  await expect(page.getByText('2 of 9 uploaded')).toBeVisible();
  expect(failures).toEqual([]);
  await page.context().close();
});

test('the commercial information is validated, and the registration is submitted', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  await signIn(page, applicant, '/kyc-approval?tab=commercial');
  await page.getByRole('button', { name: 'Choose', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Nature of Business' });
  await expect(dialog.getByText(/NACE Rev\. 2, version of 20 December 2006/)).toBeVisible();
  await expect(dialog.getByText('88 subcategories')).toBeVisible();
  await inspect(page, 'registration-nature');
  await dialog.getByLabel('Search categories').fill('information service');
  await expect(dialog.getByText('1 subcategory')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Information service activities')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeVisible();

  await expect(page.getByText('EUR € · Euro')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove row 1' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Remove volume 1' })).toBeDisabled();
  await expect(page.getByLabel('Expected of volume 1 in euros')).toHaveValue('0');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Validation Error', 'Currency information is incomplete');
  await expect(page.getByLabel('Country of row 1')).toBeFocused();
  await choose(page, 'Country of row 1', 'Netherlands');
  await page.getByRole('button', { name: 'Add Currency' }).click();
  await choose(page, 'Country of row 2', 'Poland');
  await choose(page, 'Currency of row 2', 'PLN');
  await expect(page.getByTitle('PLN zł · Polish Zloty').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Validation Error', 'Trade volume information is incomplete');
  await expect(page.getByLabel('Country of volume 1')).toBeFocused();
  await look(page, 'registration-commercial-refused');

  const volume = async (at: number, country: string, expected: string, actual: string) => {
    await choose(page, `Country of volume ${at}`, country);
    await page.getByLabel(`Expected of volume ${at} in euros`).fill(expected);
    await page.getByLabel(`Actual of volume ${at} in euros`).fill(actual);
    await page.keyboard.press('Tab');
  };
  await volume(1, 'Netherlands', '1200000', '900000.5');
  await page.getByRole('button', { name: 'Add Country' }).click();
  await volume(2, 'Poland', '1000', '2500');
  const totals = page.getByRole('group', { name: /^Totals of/ });
  await expect(page.getByLabel('Actual of volume 1 in euros')).toHaveValue('900,000.50');
  await expect(totals).toContainText('1,201,000');
  await expect(totals).toContainText('902,500.50');
  await expect(totals).toContainText('-298,499.50');
  await expect(page.getByText('+1,500')).toBeVisible();
  await inspect(page, 'registration-commercial');

  await page.getByRole('button', { name: 'Save Progress' }).click();
  await toast(page, 'Progress Saved', 'Your form progress has been saved successfully.');
  await saved(page);
  await page.route('**/api/auth/save-kyc-progress', (route) => route.abort());
  await page.getByLabel('Actual of volume 2 in euros').fill('2600');
  await expect(page.getByText('Not saved', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.getByRole('button', { name: 'Save Progress' }).click();
  await toast(page, 'Error', 'Failed to save progress. Please try again.');
  await look(page, 'registration-not-saved');
  await page.unroute('**/api/auth/save-kyc-progress');

  await page.route('**/api/auth/update-kyc', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Error', 'Failed to save business registration information. Please try again.');
  await page.unroute('**/api/auth/update-kyc');
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/auth/update-kyc', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Please wait for a while')).toBeVisible();
  await look(page, 'registration-loading');
  release();
  await toast(page, 'Success', 'Business registration information saved successfully');
  await expect(page.getByText('Your registration is being reviewed')).toBeVisible();
  await expect(page.getByText(/Under review since \d/)).toBeVisible();
  await expect(page.getByRole('link', { name: /Processing/ })).toBeVisible();
  await look(page, 'registration-processing');

  await tab(page, 'Company Details').click();
  await page.getByLabel('County/State/Province').fill('Maharashtra');
  await navigate(page, 'All Logs');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('County/State/Province')).toHaveValue('Maharashtra');
  await navigate(page, 'All Logs');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/logs/);

  // the tab of the start page while that was the registration
  await page.goto('/?tab=commercial');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect(failures).toEqual([]);
  await page.context().close();
});

test('remarks of the review are shown next to their fields until approval', async ({ browser }) => {
  const { page, failures } = await newPerson(browser, topology);
  const { client: admin } = await newAdmin(topology);
  await signIn(page, applicant, '/kyc-approval');
  await expect(page.getByText('Your registration is being reviewed')).toBeVisible();

  const { items } = await admin.send(routes.kycCases, {});
  const id = items.find(({ email }) => email === applicant.email)?.id ?? '';
  await admin.send(routes.claimKycCase, { id });
  await admin.send(routes.checkKycDocument, {
    caseId: id,
    id: 'tax_certificate',
    decision: 'reject',
    fault: 'page-missing',
  });
  await admin.send(routes.remarkKycField, {
    id,
    field: 'companyDetails.website',
    reason: 'This address does not answer.',
  });
  await admin.send(routes.remarkKycField, {
    id,
    field: 'commercialInfo.tradeVolumes',
    reason: 'Please add the year 2024.',
  });
  await admin.send(routes.decideKycCase, {
    id,
    decision: 'request-changes',
    reason: 'Almost there: three things are left.',
  });

  await expect(page.getByText('Almost there: three things are left.')).toBeVisible();
  await expect(tab(page, 'Documents')).toHaveText(/1/);
  await inspect(page, 'registration-changes');
  await page.getByRole('button', { name: 'Trade Volumes' }).click();
  await expect(page).toHaveURL(/tab=commercial/);
  await look(page, 'registration-changes-commercial');
  await page.getByRole('button', { name: 'Tax Certificate', exact: true }).click();
  await expect(card(page, 'Tax Certificate')).toContainText(
    'At least one page is missing. Please upload the whole document.',
  );
  await expect(page.getByRole('button', { name: 'Upload Tax Certificate' })).toBeFocused();
  await inspect(page, 'registration-changes-documents');
  for (const [kind, name] of kycDocuments) await pick(page, name, fileAt(`${kind}.pdf`, pdf(name)));
  await expect(page.getByText('9 of 9 uploaded')).toBeVisible();
  await expect(card(page, 'Tax Certificate')).not.toContainText('At least one page is missing');
  await expect(tab(page, 'Documents')).not.toHaveText(/1/);
  await page.getByRole('button', { name: 'Website', exact: true }).click();
  await expect(page.getByLabel('Website')).toBeFocused();
  await page.getByLabel('Website').fill('www.mumbai-freight.in');
  // back again before the page has come to rest
  await page.evaluate(`new MutationObserver((_changes, watch) => {
    if (location.pathname !== '/logs' || document.querySelector('[name="companyDetails.website"]')) return;
    watch.disconnect();
    history.back();
  }).observe(document.body, { childList: true, subtree: true })`);
  await navigate(page, 'All Logs');
  await page.waitForURL(/\/logs/);
  await page.waitForURL(/\/kyc-approval/);
  await expect(page.getByLabel('Website')).toHaveValue('www.mumbai-freight.in');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await toast(page, 'Success', 'Business registration information saved successfully');
  await expect(page.getByText('Your registration is being reviewed')).toBeVisible();

  await admin.send(routes.claimKycCase, { id });
  for (const [kind] of kycDocuments)
    await admin.send(routes.checkKycDocument, { caseId: id, id: kind, decision: 'approve' });
  await admin.send(routes.decideKycCase, { id, decision: 'approve' });
  await expect(page.getByText('Your registration is approved')).toBeVisible();
  await inspect(page, 'registration-approved');
  await page.getByRole('button', { name: /^Verified since/ }).focus();
  const details = page.getByText(/This company was verified on .* Checked:/);
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(page.getByLabel('Website')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeDisabled();
  await page.getByRole('button', { name: 'Change Registration' }).click();
  const question = page.getByRole('dialog', { name: 'Change an approved registration?' });
  await look(page, 'registration-change-approved');
  await question.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(page.getByLabel('Website')).toBeEnabled();
  expect(failures).toEqual([]);
});
