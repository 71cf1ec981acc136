import { screen, waitFor } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { useState } from 'react';
import { FakeApi } from '../../test/fake-api';
import { manager, renderRoute, sender } from '../../test/render';
import { membersAnswer, sampleMember } from '../../test/samples';
import { PersonChoice } from './person-choice';

const api = new FakeApi();
const people = Array.from({ length: 500 }, (_, n) =>
  sampleMember({ ...manager, id: `m${n}`, firstName: 'Person', lastName: `No ${n}`, email: `m${n}@a.example` }),
);

function Chooser({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  const fixed = [{ value: '', label: 'Nobody' }];
  return (
    <PersonChoice aria-label="Person" may="requests" except="m3" fixed={fixed} value={value} onChange={setValue} />
  );
}

const renderChoice = (count: number, first = '') => {
  const asked = api.on(
    routes.members,
    membersAnswer(() => people.slice(0, count)),
  );
  return { ...renderRoute(<Chooser first={first} />, { user: sender }), asked };
};
const named = (name: string) => screen.findByText(name, { selector: '.ant-select-item-option-content' });

it('lists all people of a small company, but the one who cannot be chosen', async () => {
  renderChoice(5);
  await screen.findByRole('combobox', { name: 'Person' });
  const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(options).toEqual(['Nobody', 'Person No 0', 'Person No 1', 'Person No 2', 'Person No 4']);
});

it('finds one of 500 people by a search on the server', async () => {
  const { person, asked } = renderChoice(500);
  await person.click(await screen.findByRole('combobox', { name: 'Person' }));
  expect(await screen.findByText('Type a name to find more people')).toBeVisible();
  await person.keyboard('No 444');
  await person.click(await named('Person No 444'));
  await waitFor(() => expect(asked).toContainEqual(expect.objectContaining({ q: 'No 444', may: 'requests' })));
  expect(
    await screen.findByText('Person No 444', { selector: '.ant-select-content *, .ant-select-content' }),
  ).toBeVisible();
});

it('names the chosen person of 500, also one who is not on the first page', async () => {
  renderChoice(500, 'm321');
  expect((await screen.findAllByText('Person No 321'))[0]).toBeInTheDocument();
});
