import { countries, countryByName, type Country } from '@tradepost/reference/countries';
import { Flex, Select, type SelectProps } from 'antd';
import { language } from '../../i18n/language';
import { countryName } from '../../i18n/names';
import { t } from '../../i18n/t';
import styles from './country-select.module.css';

const flags = import.meta.glob<string>('../../../../../node_modules/country-flag-icons/3x2/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

function Flag({ code }: { code: string }) {
  const src = flags[`../../../../../node_modules/country-flag-icons/3x2/${code}.svg`];
  return src ? <img src={src} alt="" width={21} height={14} loading="lazy" className={styles.flag} /> : null;
}

/** A country, given by its English name, with its flag. */
function CountryName({ name }: { name: string }) {
  const country = countryByName(name);
  return (
    <Flex align="center" gap={8} component="span">
      {country && <Flag code={country.code} />}
      {countryName(name)}
    </Flex>
  );
}

type CountrySelectProps = Omit<SelectProps<string>, 'options'> & { from?: readonly Country[] };

interface Named {
  label: string;
}

const { compare } = new Intl.Collator(language);

/** Sorts names that start with the typed text first: `India` before `British Indian Ocean Territory`. */
const beginningFirst = (a: Named, b: Named, { searchValue }: { searchValue: string }) => {
  const begins = ({ label }: Named) => label.toLowerCase().startsWith(searchValue.toLowerCase());
  return Number(begins(b)) - Number(begins(a));
};

/** Chooses a country; its value is the English name. */
export function CountrySelect({ from = countries, value, ...props }: CountrySelectProps) {
  const names = from.map(({ name }) => name);
  if (value && !names.includes(value)) names.unshift(value);
  return (
    <Select
      size="large"
      showSearch={{ optionFilterProp: 'label', filterSort: beginningFirst }}
      placeholder={t('Choose a country')}
      {...props}
      value={value || undefined}
      options={names
        .map((name) => ({ value: name, label: countryName(name) }))
        .sort((a, b) => compare(a.label, b.label))}
      optionRender={({ value: name }) => <CountryName name={String(name)} />}
      labelRender={({ value: name }) => <CountryName name={String(name)} />}
    />
  );
}
