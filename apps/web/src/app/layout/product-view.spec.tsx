import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { languages } from '@tradepost/contracts/values/language';
import { renderRoute } from '../../test/render';
import { ProductView } from './product-view';

const inSite = (path: string) => existsSync(join(__dirname, '../../../public', path));

it('has a picture in each language and theme', () => {
  const missing = languages.flatMap((language) =>
    ['light', 'dark'].filter((scheme) => !inSite(`product-view/${language}-${scheme}.webp`)),
  );
  expect(missing).toEqual([]);
});

it('shows the one of the language of the page', () => {
  renderRoute(<ProductView />);
  const picture = screen.getByRole('img', { name: /^The page of a transfer/ });
  expect(picture).toHaveAttribute('src', '/product-view/en-light.webp');
});
