import { screen } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import { InviteStep } from './invite-step';

const renderStep = () => {
  const onInvite = jest.fn<void, [string[]]>();
  const { person } = renderRoute(
    <InviteStep done={false} own="ann@a.example" onSkip={jest.fn()} onInvite={onInvite} />,
  );
  const proceed = () => person.click(screen.getByRole('button', { name: 'Continue' }));
  return { person, onInvite, proceed, field: screen.getByLabelText("Partner's email") };
};

it('refuses the own address', async () => {
  const { person, field } = renderStep();
  await person.type(field, 'Ann@A.example{Enter}');
  expect(screen.getByText('This is your own address')).toBeVisible();
  expect(screen.queryByRole('listitem')).not.toBeInTheDocument();
});

it('continues with an address that was typed, but not added', async () => {
  const { person, onInvite, proceed, field } = renderStep();
  await person.type(field, 'bob@b.example{Enter}cem');
  await proceed();
  expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  expect(onInvite).not.toHaveBeenCalled();
  await person.type(field, '@c.example');
  await proceed();
  expect(onInvite.mock.calls).toEqual([[['bob@b.example', 'cem@c.example']]]);
});

it('continues if the address in the field is in the list', async () => {
  const { person, onInvite, proceed, field } = renderStep();
  await person.type(field, 'bob@b.example{Enter}BOB@b.example');
  await proceed();
  expect(onInvite.mock.calls).toEqual([[['bob@b.example']]]);
});
