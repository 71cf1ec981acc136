import { screen, waitFor, within } from '@testing-library/react';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { onAPhone } from '../../test/on-a-phone';
import { renderRoute } from '../../test/render';
import { DataTable } from './data-table';
import type { Column } from './data-table-props';

it('opens a row by a click on it, but not by a click on its controls or its menu', async () => {
  const opened: string[] = [];
  const revoke = jest.fn();
  const { person } = renderRoute(
    <DataTable
      label="Transfers"
      columns={[
        { key: 'name', title: 'Name', render: ({ name }) => name },
        {
          key: 'actions',
          title: 'Actions',
          render: () => (
            <Dropdown trigger={['click']} menu={{ items: [{ key: 'revoke', label: 'Revoke' }], onClick: revoke }}>
              <Button>Actions</Button>
            </Dropdown>
          ),
        },
      ]}
      rows={[{ name: 'To Rita' }]}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty={null}
      onOpen={({ name }) => opened.push(name)}
    />,
  );
  await person.click(await screen.findByRole('button', { name: 'Actions' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  expect(revoke).toHaveBeenCalled();
  expect(opened).toEqual([]);
  await person.click(screen.getByText('To Rita'));
  expect(opened).toEqual(['To Rita']);
});

interface Person {
  name: string;
  email: string;
  joined: string | null;
}

/** A list of one person, who can be removed. */
function People({ joined }: Pick<Person, 'joined'>) {
  const [rows, setRows] = useState<Person[]>([{ name: 'Ann', email: 'ann@team.example', joined }]);
  const remove = <Button onClick={() => setRows([])}>Remove</Button>;
  const columns: Column<Person>[] = [
    { key: 'name', title: 'Name', render: ({ name, email }) => `${name}, ${email}`, card: ({ name }) => name },
    { key: 'joined', title: 'Member since', render: (row) => row.joined, card: false },
    { key: 'actions', title: 'Actions', isActions: true, render: () => remove, card: false },
  ];
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty="Nobody"
      hasDetails
    />
  );
}

it('makes no cards on a wide screen', async () => {
  const card = jest.fn();
  renderRoute(
    <DataTable
      label="People"
      columns={[{ key: 'name', title: 'Name', render: ({ name }) => name, card }]}
      rows={[{ name: 'Ann' }]}
      keyOf={({ name }) => name}
      nameOf={({ name }) => name}
      empty={null}
    />,
  );
  expect(await screen.findByRole('cell', { name: 'Ann' })).toBeVisible();
  expect(card).not.toHaveBeenCalled();
});

describe('on a phone', () => {
  onAPhone();

  it('a card opens a sheet with what it leaves out, which goes with its row', async () => {
    const { person } = renderRoute(<People joined="1 Nov 2026" />);
    const card = await screen.findByRole('listitem');
    expect(card).toHaveTextContent(/^Ann$/);
    await person.click(within(card).getByRole('button', { name: 'Ann' }));
    const sheet = await screen.findByRole('dialog', { name: 'Details' });
    expect(sheet).toHaveTextContent('Ann, ann@team.example');
    expect(sheet).toHaveTextContent('Member since');
    await person.click(within(sheet).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByText('Nobody')).toBeVisible();
  });

  it('a sheet leaves out what a row does not have', async () => {
    const { person } = renderRoute(<People joined={null} />);
    await person.click(await screen.findByRole('button', { name: 'Ann' }));
    expect(await screen.findByRole('dialog')).not.toHaveTextContent('Member since');
  });
});
