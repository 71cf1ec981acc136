import { screen } from '@testing-library/react';
import type { User } from '@tradepost/contracts/identity';
import { AppError } from '@tradepost/contracts/errors';
import type { Approvals, RequestDetails } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Route, Routes } from 'react-router-dom';
import { FakeApi } from '../../../test/fake-api';
import { approver, renderRoute, sender } from '../../../test/render';
import { membersAnswer, sampleDetails, sampleMember, sampleRequest, sampleSent } from '../../../test/samples';
import RequestPage from './request.page';

const api = new FakeApi();

function renderPage(details: RequestDetails | AppError, user?: User) {
  api.on(routes.verifiedPartners, () => []);
  api.on(
    routes.members,
    membersAnswer(() => [sampleMember(user ?? sender)]),
  );
  api.on(routes.comments, () => ({ comments: [], next: null }));
  const asked = api.on(routes.requestDetails, () => {
    if (details instanceof AppError) throw details;
    return details;
  });
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  return { ...renderRoute(page, { path: '/requests/r1', ...(user && { user }) }), asked };
}

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
/** Of the buttons about the request as a whole. */
const names = () =>
  screen
    .getAllByRole('button')
    .map((button) => button.textContent)
    .filter((name) => name !== 'Comment');

describe('the page of a request', () => {
  it('shows the sender what is asked for, its value, and both answers', async () => {
    const { asked } = renderPage(sampleDetails({ request: sampleRequest({ note: 'For May' }) }));
    await heading('Request from Reader Ltd');
    expect(asked).toEqual([{ id: 'r1' }]);
    expect(screen.getAllByText('25.00 EUR')).toHaveLength(2);
    expect(screen.getByText('For May')).toBeVisible();
    expect(names()).toEqual(['Reject', 'Accept']);
    expect(screen.getByRole('link', { name: 'Request Management' })).toHaveAttribute('href', '/requests');
  });

  it('names the receiver by the ASCII form of the domain, which shows letters that look the same', async () => {
    // its first letter is Cyrillic
    const receiverEmail = 'rita@\u0430cme.example';
    renderPage(sampleDetails({ request: sampleRequest({ receiverEmail, waitsForKey: true }), receiverCompany: null }));
    await heading('Request from Reader Ltd');
    expect(screen.getAllByText(/rita@xn--cme-5cd\.example/).length).toBeGreaterThan(2);
    expect(document.body).not.toHaveTextContent('\u0430cme');
  });

  it('offers no acceptance before the receiver has signed', async () => {
    renderPage(sampleDetails({ request: sampleRequest({ waitsForSignature: true }) }));
    await heading('Request from Reader Ltd');
    expect(names()).toEqual(['Reject']);
  });

  it('offers no answer to a decided request, but its transfer', async () => {
    renderPage(sampleDetails({ request: sampleRequest({ status: 'accepted' }), transfer: sampleSent() }));
    await heading('Request from Reader Ltd');
    expect(screen.queryByRole('button', { name: 'Reject' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View transfer' })).toHaveAttribute('href', '/transfers/r1');
  });

  it('lets the receiver withdraw, and names the sender', async () => {
    renderPage(sampleDetails({ role: 'receiver', request: sampleRequest({ companyName: 'Sender Ltd' }) }));
    await heading('Request to Sender Ltd');
    expect(names()).toEqual(['Withdraw']);
    expect(screen.getByRole('link', { name: 'My Requests' })).toHaveAttribute('href', '/my-requests');
  });

  it('leads the receiver to the files of an accepted request', async () => {
    const expiry = new Date(Date.now() + 86_400_000).toISOString();
    const request = sampleRequest({ status: 'accepted', transferId: 'abc', expiry });
    renderPage(sampleDetails({ role: 'receiver', request, transfer: sampleSent() }));
    await heading(/^Request to/);
    expect(screen.getByRole('link', { name: 'Open files' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/dashboard\?id=abc/),
    );
  });

  it('is not accepted before enough people have approved it', async () => {
    const at = '2026-11-02T10:00:00.000Z';
    const approvals: Approvals = { needed: 2, given: [{ userId: 'bob', email: 'bob@sender.example', at }] };
    renderPage(sampleDetails({ request: sampleRequest({ approvals }) }));
    await heading('Request from Reader Ltd');
    expect(names()).toEqual(['Reject']);
    expect(screen.getAllByText('1 of 2 approvals')).toHaveLength(2);
    expect(screen.getByRole('list', { name: 'Approvals' })).toHaveTextContent('bob@sender.example');
  });

  it('is accepted as soon as they have, also if their accounts are gone', async () => {
    const given = ['bob', 'cem'].map((userId) => ({ userId, email: null, at: '2026-11-02T10:00:00.000Z' }));
    renderPage(sampleDetails({ request: sampleRequest({ approvals: { needed: 2, given } }) }));
    await heading('Request from Reader Ltd');
    expect(names()).toEqual(['Reject', 'Accept']);
    expect(screen.getAllByText('A deleted account')).toHaveLength(2);
  });

  it('lets an approver approve, and withdraw the approval', async () => {
    const approvals: Approvals = { needed: 1, given: [] };
    const approved = api.on(routes.approveRequest, () => {
      approvals.given.push({ userId: approver.id, email: approver.email, at: '2026-11-02T10:00:00.000Z' });
      return { approvals };
    });
    const withdrawn = api.on(routes.withdrawApproval, () => ({ approvals: { ...approvals, given: [] } }));
    const { person } = renderPage(sampleDetails({ request: sampleRequest({ approvals }) }), approver);
    await person.click(await screen.findByRole('button', { name: 'Approve' }));
    await person.click(await screen.findByRole('button', { name: 'Withdraw approval' }));
    expect(await screen.findByText('Your approval was withdrawn.')).toBeVisible();
    expect([approved, withdrawn]).toEqual([[{ id: 'r1' }], [{ id: 'r1' }]]);
  });

  it('says that a total is not known when the terms of a file are not', async () => {
    const [first, second] = sampleRequest().files;
    renderPage(sampleDetails({ request: sampleRequest({ files: [first!, { ...second!, terms: null }] }) }));
    await heading('Request from Reader Ltd');
    expect(screen.getAllByText('Not recorded')).toHaveLength(2);
  });

  it('says so when the request does not exist for this reader', async () => {
    renderPage(new AppError('NOT_FOUND'));
    expect(await screen.findByText('This request does not exist')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeInTheDocument();
  });
});
