import { expect, type Browser, type Page } from '@playwright/test';
import { kycDocuments } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { authenticatorCode } from '@tradepost/testing/authenticator';
import type { ApiClient } from '@tradepost/client/api/api-client';
import { kycSubmission, registerSender } from '@tradepost/tools/client/people';
import { makeAdmin } from '@tradepost/tools/seed/demo';
import type { Topology } from '@tradepost/tools/topology/start';
import { choose, inspect, look, navigate, newPerson, signIn } from '../support/browser/browser-kit';
import { test } from '../support/browser/browser-test';
import { shownSecret } from '../support/browser/two-step';
import { account } from '../support/fixtures';
import { pdf } from '../support/generated-files';
import { newAdmin } from '../support/review';

test.describe.configure({ mode: 'serial' });

let topology: Topology;
const applicant = account('applicant');
let sender: ApiClient;

/** A new admin's browser, past the two-step set-up. */
async function adminAt(browser: Browser) {
  const admin = account('admin');
  await makeAdmin(topology, admin);
  const person = await newPerson(browser, topology);
  const { page } = person;
  await signIn(page, admin);
  const secret = await shownSecret(page);
  await page.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Review queue' })).toBeVisible();
  return { ...person, email: admin.email };
}

const upload = (documentId: string) =>
  sender.sendForm(
    routes.uploadKycDocument,
    { documentId },
    {},
    {
      file: {
        name: `${documentId}.pdf`,
        type: 'application/pdf',
        content: new Blob([new Uint8Array(pdf(documentId))]),
      },
    },
  );
const submit = async () => {
  const { user } = await sender.send(routes.me, {});
  await sender.sendForm(
    routes.updateKyc,
    {},
    { userId: user.id, kycData: JSON.stringify(kycSubmission(applicant)) },
    {},
  );
};
const document = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(name) });

test.beforeAll(async ({ installation }) => {
  topology = installation;
  sender = await registerSender(topology, applicant);
  for (const [id] of kycDocuments.slice(0, 8)) await upload(id);
  await submit();
});

test('a registration is claimed, reviewed, sent back and approved; another admin sees who works on it', async ({
  browser,
}) => {
  const [ann, bob] = [await adminAt(browser), await adminAt(browser)];
  const { page } = ann;
  await look(page, 'admin-queue');
  await page.getByLabel('Search companies').fill('no such company');
  await expect(page.getByText('No matching cases')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('link', { name: applicant.companyName }).click();
  await expect(page.getByRole('button', { name: 'Claim', exact: true })).toBeVisible();

  await bob.page.getByRole('link', { name: applicant.companyName }).click();
  await expect(bob.page.getByRole('button', { name: 'Claim', exact: true })).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByText('Claimed by you')).toBeVisible();
  await expect(bob.page.getByText(`Claimed by ${ann.email}`, { exact: true })).toBeVisible();
  await expect(bob.page.getByRole('button', { name: 'Request changes' })).toBeDisabled();
  await look(bob.page, 'admin-case-of-another');

  await page.getByRole('button', { name: '9 steps before you can approve' }).click();
  await expect(page.getByText('Business Strategy or Plan has not been uploaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeDisabled();
  await expect(page.getByRole('region', { name: 'proof_of_address.pdf' }).locator('canvas').first()).toBeVisible();
  await inspect(page, 'admin-case');
  await page.keyboard.press('a');
  await expect(document(page, 'Proof of address')).toHaveAccessibleName(/Approved:/);
  await page.keyboard.press('r');
  const reject = page.getByRole('dialog', { name: 'Reject Incorporation Certificate?' });
  await expect(reject.getByLabel('What is wrong')).toBeFocused();
  await choose(reject, 'What is wrong', 'Expired');
  await expect(reject.getByLabel('Reason')).toHaveValue('The document has expired. Please upload one that is valid.');
  await inspect(page, 'admin-reject-document');
  await reject.getByRole('button', { name: 'Reject' }).click();
  await expect(document(page, 'Incorporation Certificate')).toHaveAccessibleName(/Rejected:/);

  await page.getByRole('button', { name: 'Mark for correction: Website' }).click();
  await page.getByLabel('Reason').fill('It leads nowhere');
  await page.getByRole('button', { name: 'Mark', exact: true }).click();
  await expect(page.getByText('It leads nowhere').first()).toBeVisible();
  await page.getByLabel('Note').fill('Called them on Monday');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByText('Called them on Monday')).toBeVisible();
  await expect(bob.page.getByText('Called them on Monday')).toBeVisible();

  await page.getByRole('button', { name: 'Request changes' }).click();
  const changes = page.getByRole('dialog', { name: 'Request changes?' });
  await expect(
    changes.getByText('Incorporation Certificate: The document has expired. Please upload one that is valid.'),
  ).toBeVisible();
  await expect(changes.getByText('Website: It leads nowhere')).toBeVisible();
  await inspect(page, 'admin-request-changes');
  await changes.getByRole('button', { name: 'Request changes' }).click();
  await expect(page.getByText('Changes requested from the applicant.')).toBeVisible();
  const { review } = await sender.send(routes.getKyc, { email: applicant.email });
  expect(review).toMatchObject({
    status: 'Changes requested',
    documents: [{ id: 'incorporation_certificate', fault: 'expired' }],
    fields: [{ field: 'companyDetails.website' }],
  });
  expect(JSON.stringify(review)).not.toContain('Called them');

  await upload('incorporation_certificate');
  await upload('business_strategy');
  await submit();
  await expect(page.getByText('Unclaimed')).toBeVisible();
  await page.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByText('Claimed by you')).toBeVisible();
  for (const [, name] of kycDocuments) {
    await document(page, name).click();
    const approve = page.getByRole('button', { name: /^Approve document$|^Approved$/ });
    if (await approve.isEnabled()) await approve.click();
    await expect(document(page, name)).toHaveAccessibleName(/Approved:/);
  }
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('The registration is approved.')).toBeVisible();
  await inspect(page, 'admin-case-approved');
  expect((await sender.send(routes.me, {})).user.kycStatus).toBe('Approved');

  await navigate(page, 'Audit log');
  await page.getByLabel('Search what happened').fill('approved the business registration');
  await expect(page.getByText(`${ann.email} approved the business registration`).first()).toBeVisible();
  await expect(page.getByText('Decision on a registration').first()).toBeVisible();
  await choose(page, 'Action', 'Signed in');
  await expect(page.getByText('No matching entries')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: /Verify/ }).click();
  await expect(page.getByText(/All \d+ entries are unchanged/)).toBeVisible();
  await look(page, 'admin-audit');
  await page.getByRole('button', { name: /Export/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /JSON Lines/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^audit-.*\.jsonl$/);
  expect([...ann.failures, ...bob.failures]).toEqual([]);
});

test('a person is suspended and restored, and a company gets more storage', async ({ browser }) => {
  const { page, failures } = await adminAt(browser);
  const other = await newPerson(browser, topology);
  await signIn(other.page, applicant);
  await expect(other.page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await navigate(page, 'Companies and people');
  await page.getByLabel('Search people').fill(applicant.email);
  await expect(page.getByRole('button', { name: /^Actions for/ })).toHaveCount(1);
  await look(page, 'admin-people');
  const act = async (name: string) => {
    await page.getByRole('button', { name: `Actions for ${applicant.email}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Members');
  await expect(page.getByRole('heading', { name: applicant.companyName })).toBeVisible();
  await expect(page.getByRole('row', { name: applicant.email })).toContainText('Owner');
  await inspect(page, 'admin-company-members');
  await page.goBack();
  await act('Set storage');
  await page.getByLabel('Storage in GB').fill('12.5');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The company can now store 12.5 GB.')).toBeVisible();
  expect((await sender.send(routes.stats, {})).totalStorage).toBe(12.5 * 1024 ** 3);

  await act('Suspend');
  await page.getByLabel('Reason').fill('Unpaid');
  await inspect(page, 'admin-suspend');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Suspended and signed out everywhere.')).toBeVisible();
  await expect(other.page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await signIn(other.page, applicant);
  await expect(other.page.getByText('This account is suspended. Please contact support.').first()).toBeVisible();
  await act('Restore');
  await expect(page.getByText('Access restored.')).toBeVisible();
  await signIn(other.page, applicant);
  await expect(other.page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  expect(failures).toEqual([]);
});

test('the limits that were reached are listed with who reached them', async ({ browser }) => {
  const { page, failures } = await adminAt(browser);
  await navigate(page, 'Limits reached');
  const email = 'asks-too-often@many.example';
  for (let n = 0; n < 5; n += 1) await sender.send(routes.requestReset, { email });
  await expect(sender.send(routes.requestReset, { email })).rejects.toMatchObject({ status: 429 });
  const { client } = await newAdmin(topology);
  const listed = async () => {
    const { items } = await client.send(routes.reachedLimits, { page: 1, pageSize: 100 });
    return JSON.stringify(items);
  };
  await expect.poll(listed).toContain(email);
  await page.reload();
  await page.getByLabel('Search reached limits').fill('nobody reached this');
  await expect(page.getByText('No matching limits')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText(email).first()).toBeVisible();
  await inspect(page, 'admin-limits');
  expect(failures).toEqual([]);
});

test('the admin area is not available to others', async ({ browser }) => {
  const { page } = await newPerson(browser, topology);
  await signIn(page, applicant);
  await expect(page.getByRole('heading', { name: /Hello/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Review queue/ })).toHaveCount(0);
  await page.goto('/admin/audit');
  await expect(page.getByText(/not found|does not exist|no page/i).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toHaveCount(0);
});
