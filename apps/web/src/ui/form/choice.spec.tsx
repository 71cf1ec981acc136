import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderRoute } from '../../test/render';
import { Choice } from './choice';

function Filter() {
  const [value, setValue] = useState('all');
  const options = [
    { value: 'all', label: 'All' },
    { value: 'image', label: 'Image' },
  ];
  return <Choice aria-label="Type" isLabelShown value={value} options={options} onChange={setValue} />;
}

test('the chosen value says what it filters, and the others are listed without it', async () => {
  const { person } = renderRoute(<Filter />);
  const filter = screen.getByRole('combobox', { name: 'Type' });
  expect(filter).toHaveDisplayValue('Type: All');
  await person.selectOptions(filter, 'Image');
  expect(filter).toHaveDisplayValue('Type: Image');
  expect(screen.getByRole('option', { name: 'All' })).toBeInTheDocument();
});
