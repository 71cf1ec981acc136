import { screen, waitFor, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { User } from '@tradepost/contracts/identity';
import type { RequestDetails, RequestView } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { Route, Routes } from 'react-router-dom';
import { FakeApi } from '../../../test/fake-api';
import { approver, auditor, manager, renderRoute, sender, uploader } from '../../../test/render';
import { membersAnswer, sampleDetails, sampleMember, sampleRequest } from '../../../test/samples';
import RequestPage from '../details/request.page';
import RequestsPage from '../requests.page';

const api = new FakeApi();
const max: User = { ...manager, firstName: 'Max', lastName: 'Manager', email: 'max@sender.example' };
const eve: User = { ...approver, firstName: 'Eve', lastName: 'Approver', email: 'eve@sender.example' };
const team = [sender, max, eve, uploader, auditor].map(sampleMember);
const at = '2026-11-02T10:00:00.000Z';
const assignedTo = ({ id: userId, email }: User): Partial<RequestView> => ({ assignee: { userId, email, at } });

function renderPage(request: RequestView, user = sender, people = team, role: RequestDetails['role'] = 'sender') {
  api.on(routes.verifiedPartners, () => []);
  api.on(routes.comments, () => ({ comments: [], next: null }));
  const listed = api.on(
    routes.members,
    membersAnswer(() => people),
  );
  api.on(routes.requestDetails, () => sampleDetails({ request, role }));
  const page = (
    <Routes>
      <Route path="/requests/:id" element={<RequestPage />} />
    </Routes>
  );
  return { ...renderRoute(page, { path: '/requests/r1', user }), listed };
}

function renderList(user: User, items: RequestView[], path = '/requests') {
  api.on(routes.verifiedPartners, () => []);
  api.on(routes.folders, () => []);
  api.on(
    routes.members,
    membersAnswer(() => team),
  );
  const calls = api.on(routes.companyRequests, ({ assignee }) => {
    const found = assignee === 'none' ? items.filter((item) => !item.assignee) : items;
    return { items: found, total: found.length, page: 1, pageSize: 5 };
  });
  return { ...renderRoute(<RequestsPage />, { path, user }), calls };
}

const assignButton = () => screen.findByRole('button', { name: 'Assign the request from Reader Ltd' });
const choices = async () => (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

describe('the assignment of a request', () => {
  it('is chosen among oneself and the colleagues who may answer requests', async () => {
    const { person } = renderPage(sampleRequest({ assignee: null }));
    const assigned = api.on(routes.assignRequest, () => ({ assignee: { userId: max.id, email: max.email, at } }));
    await person.click(await assignButton());
    expect(await choices()).toEqual(['Assign to me', 'MMMax Manager']);
    expect(screen.getByText('The person is notified. Others can still answer the request.')).toBeVisible();
    await person.click(screen.getByRole('menuitem', { name: /Max Manager/ }));
    expect(await screen.findByText('The request is assigned to max@sender.example.')).toBeVisible();
    expect(assigned).toEqual([{ id: 'r1', assigneeId: max.id }]);
  });

  it('goes to approvers too if the request needs approvals', async () => {
    const { person } = renderPage(sampleRequest({ assignee: null, approvals: { needed: 1, given: [] } }));
    await person.click(await assignButton());
    expect(await choices()).toEqual(['Assign to me', 'EAEve Approver', 'MMMax Manager']);
  });

  it('is taken away, or given to oneself', async () => {
    const { person } = renderPage(sampleRequest(assignedTo(max)));
    const taken = api.on(routes.unassignRequest, () => ({ assignee: null }));
    await person.click(await screen.findByRole('button', { name: /is assigned to Max Manager: change$/ }));
    expect(await choices()).toEqual(['Assign to me', 'Remove assignment']);
    await person.click(screen.getByRole('menuitem', { name: 'Remove assignment' }));
    expect(await screen.findByText('The request is assigned to nobody.')).toBeVisible();
    expect(taken).toEqual([{ id: 'r1' }]);
  });

  it('is chosen by a search in a company of 500', async () => {
    const many = Array.from({ length: 500 }, (_, n) =>
      sampleMember({ ...manager, id: `m${n}`, firstName: 'Person', lastName: `No ${n}`, email: `m${n}@a.example` }),
    );
    const { person } = renderPage(sampleRequest({ assignee: null }), sender, many);
    const assigned = api.on(routes.assignRequest, () => ({
      assignee: { userId: 'm444', email: 'm444@a.example', at },
    }));
    await person.click(await assignButton());
    expect(await choices()).toEqual(['Assign to me', 'Choose a colleague…']);
    await person.click(screen.getByRole('menuitem', { name: 'Choose a colleague…' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Assign' })).toBeDisabled();
    await person.click(dialog.getByRole('combobox', { name: 'Assigned to' }));
    await person.keyboard('No 444');
    await person.click(await screen.findByText('Person No 444', { selector: '.ant-select-item-option-content' }));
    await person.click(dialog.getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('The request is assigned to m444@a.example.')).toBeVisible();
    expect(assigned).toEqual([{ id: 'r1', assigneeId: 'm444' }]);
  });

  it('stays as it was when the server refuses, which says why', async () => {
    const { person } = renderPage(sampleRequest({ assignee: null }));
    api.on(routes.assignRequest, () => {
      throw new AppError('ASSIGNEE_NOT_ALLOWED');
    });
    await person.click(await assignButton());
    await person.click(await screen.findByRole('menuitem', { name: /Max Manager/ }));
    expect(await screen.findByText('The assignment was not changed')).toBeVisible();
    expect(screen.getByText(/^This person cannot take care of the request/)).toBeVisible();
    expect(await assignButton()).toBeVisible();
  });

  it('shows who is away until when, and who stands in', async () => {
    const absence = { from: '2026-01-01T00:00:00.000Z', until: '2030-12-24T22:59:00.000Z', delegateId: sender.id };
    const people = team.map((one) => (one.id === max.id ? { ...one, absence } : one));
    const { person } = renderPage(sampleRequest({ assignee: null }), sender, people);
    await person.click(await assignButton());
    expect(
      await screen.findByRole('menuitem', { name: /Max Manager.*Away until .*, Sam Sender stands in/ }),
    ).toBeVisible();
  });

  it('is only shown to people who do not answer requests', async () => {
    renderPage(sampleRequest(assignedTo(max)), eve);
    expect(await screen.findByText('Max Manager')).toBeVisible();
    expect(screen.queryByRole('button', { name: /change$/ })).not.toBeInTheDocument();
  });

  it('is only shown once the request is closed', async () => {
    renderPage(sampleRequest({ ...assignedTo(max), status: 'rejected' }));
    expect(await screen.findByText('Max Manager')).toBeVisible();
    expect(screen.queryByRole('button', { name: /change$/ })).not.toBeInTheDocument();
  });

  it('is not mentioned to the only person of a company', async () => {
    const { listed } = renderPage(sampleRequest({ assignee: null }), sender, [sampleMember(sender)]);
    await screen.findByRole('heading', { level: 1 });
    await waitFor(() => expect(listed).toHaveLength(1));
    expect(screen.queryByRole('heading', { name: 'Assigned to' })).not.toBeInTheDocument();
  });

  it('is not mentioned to the receiver', async () => {
    renderPage(sampleRequest(), sender, team, 'receiver');
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('heading', { name: 'Assigned to' })).not.toBeInTheDocument();
  });
});

describe('the list of requests', () => {
  it('shows who takes care of each, and lets a manager assign pending ones', async () => {
    renderList(max, [
      sampleRequest(assignedTo(max)),
      sampleRequest({ id: 'r2', status: 'accepted', ...assignedTo(sender) }),
      sampleRequest({ id: 'r3', status: 'rejected', assignee: null }),
    ]);
    expect(await screen.findByRole('button', { name: /is assigned to Max Manager: change$/ })).toBeVisible();
    expect(screen.getByRole('cell', { name: /Sam Sender/ })).toBeVisible();
    expect(screen.getByRole('cell', { name: 'Nobody' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: /change$/ })).toHaveLength(1);
  });

  it('is filtered by person on the server, with the filter in the URL', async () => {
    const { person, address, calls } = renderList(max, [sampleRequest(assignedTo(max))]);
    const filter = await screen.findByRole('combobox', { name: 'Assigned to' });
    await person.selectOptions(filter, 'Assigned to me');
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ assignee: 'me' }));
    expect(address.current).toBe('/requests?assignee=me');
    await person.selectOptions(filter, 'Assigned to Eve Approver');
    await waitFor(() => expect(calls.at(-1)).toMatchObject({ assignee: eve.id }));
    await person.click(screen.getByRole('button', { name: 'Remove filter Assigned to Eve Approver' }));
    expect(address.current).toBe('/requests');
    await person.selectOptions(filter, 'Assigned to nobody');
    expect(await screen.findByText('No matching requests')).toBeVisible();
    expect(calls.at(-1)).toMatchObject({ assignee: 'none' });
  });
});
