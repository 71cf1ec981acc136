import { screen } from '@testing-library/react';
import { Button, Dropdown } from 'antd';
import { renderRoute } from '../../test/render';
import { DataTable } from './data-table';

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
