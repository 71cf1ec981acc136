import { screen } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import type { ApprovalRule } from '@tradepost/contracts/requests';
import { routes } from '@tradepost/contracts/routes';
import { axe } from 'jest-axe';
import { FakeApi } from '../../test/fake-api';
import { approver, renderRoute, sender } from '../../test/render';
import { membersAnswer, sampleMember } from '../../test/samples';
import { ApprovalRuleCard } from './approval-rule-card';

const api = new FakeApi();

function renderCard(rule: ApprovalRule) {
  api.on(routes.approvalRule, () => rule);
  api.on(
    routes.members,
    membersAnswer(() => [sender, approver].map(sampleMember)),
  );
  return renderRoute(<ApprovalRuleCard />);
}

it('asks for one person above a value, after it was changed', async () => {
  const saved = api.on(routes.setApprovalRule, () => ({ approvals: 1, above: { amount: '500.00', currency: 'EUR' } }));
  const { person, container } = renderCard({ approvals: 0, above: null });
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDisabled();
  await person.click(screen.getByRole('radio', { name: 'One person' }));
  await person.click(screen.getByRole('checkbox', { name: 'Only above a total value' }));
  await person.clear(screen.getByLabelText('Total Value'));
  await person.type(screen.getByLabelText('Total Value'), '500');
  expect(await axe(container)).toHaveNoViolations();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The rule applies to requests that arrive from now on.')).toBeVisible();
  expect(saved).toEqual([{ approvals: 1, above: { amount: 500, currency: 'EUR' } }]);
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDisabled();
});

it('warns when there are not enough approvers, and shows why a rule was not saved', async () => {
  api.on(routes.setApprovalRule, () => {
    throw new AppError('NOT_ALLOWED');
  });
  const { person } = renderCard({ approvals: 1, above: null });
  await person.click(await screen.findByRole('radio', { name: 'Two people' }));
  expect(await screen.findByText(/Your company has 1 approver\./)).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(new AppError('NOT_ALLOWED').message)).toBeVisible();
});
