import { screen, within } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { Member, User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { queryClient } from '../../../api/query-client';
import { FakeApi } from '../../../test/fake-api';
import { approver, auditor, manager, renderRoute, sender, uploader } from '../../../test/render';
import { membersAnswer, sampleMember } from '../../../test/samples';
import { AwayCard } from './away-card';

const api = new FakeApi();
const eve: User = { ...approver, firstName: 'Eve', lastName: 'Approver' };
const max: User = { ...manager, firstName: 'Max', lastName: 'Manager' };
const team = [sender, max, eve, uploader].map(sampleMember);

function renderCard(user: User, people: Member[] = team) {
  api.on(
    routes.members,
    membersAnswer(() => people),
  );
  return renderRoute(<AwayCard />, { user });
}
const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

describe('the absence of a person', () => {
  it('is saved in whole days of their time zone, with a stand-in who may do the same', async () => {
    const { person } = renderCard(max);
    const saved = api.on(routes.setAbsence, ({ from, until }) => ({ absence: { from, until, delegateId: sender.id } }));
    const standIn = await screen.findByRole('combobox', { name: 'Stand-in' });
    expect(
      within(standIn)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Nobody', 'Sam Sender']);
    expect(screen.getByRole('button', { name: 'Save absence' })).toBeDisabled();
    await person.clear(await field('First day'));
    await person.type(await field('First day'), '2030-12-21');
    await person.type(await field('Last day'), '2031-01-03');
    await person.selectOptions(standIn, 'Sam Sender');
    await person.click(screen.getByRole('button', { name: 'Save absence' }));
    expect(await screen.findByText('Your absence was saved.')).toBeVisible();
    const [from, until] = [new Date(2030, 11, 21, 0, 0), new Date(2031, 0, 3, 23, 59)].map((day) => day.toISOString());
    expect(saved).toEqual([{ from, until, delegateId: sender.id }]);
  });

  it('is confirmed also where the list of members knows it before the answer', async () => {
    let people = team;
    api.on(
      routes.members,
      membersAnswer(() => people),
    );
    api.on(routes.setAbsence, async ({ from, until }) => {
      const absence = { from, until, delegateId: null };
      people = team.map((one) => (one.id === max.id ? { ...one, absence } : one));
      // as the live update does
      void queryClient.invalidateQueries();
      await screen.findByText(/^You are away from .* Nobody stands in\.$/);
      return { absence };
    });
    const { person } = renderRoute(<AwayCard />, { user: max });
    await person.type(await field('Last day'), '2031-01-03');
    await person.click(screen.getByRole('button', { name: 'Save absence' }));
    expect(await screen.findByText('Your absence was saved.')).toBeVisible();
  });

  it('is shown and ended', async () => {
    const absence = { from: '2026-01-01T00:00:00.000Z', until: '2030-12-24T22:59:00.000Z', delegateId: max.id };
    const { person } = renderCard(eve, [sampleMember(max), { ...sampleMember(eve), absence }]);
    const ended = api.on(routes.endAbsence, () => ({ absence: null }));
    expect(await screen.findByText(/^You are away from .*\. Max Manager stands in\.$/)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'End absence' }));
    expect(ended).toHaveLength(1);
  });

  it('that the server refuses stays in the form, which says why', async () => {
    const { person } = renderCard(max);
    api.on(routes.setAbsence, () => {
      throw new AppError('DELEGATE_NOT_ALLOWED');
    });
    await person.type(await field('Last day'), '2031-01-03');
    await person.click(screen.getByRole('button', { name: 'Save absence' }));
    expect(await screen.findByText(/^This person cannot stand in for you/)).toBeVisible();
    expect(await field('Last day')).toHaveValue('2031-01-03');
  });

  it.each([auditor, uploader])('is not asked of people who take no care of requests', async (user) => {
    const { container } = renderCard(user, [...team, sampleMember(auditor)]);
    expect(container.querySelector('.ant-card')).toBeNull();
  });
});
