import { queryOptions } from '@tanstack/react-query';
import type { SitePage, SitePageText } from '@tradepost/contracts/site';
import { language } from '../../i18n/language';
import { t } from '../../i18n/t';

const poll = 30_000;

/** The pages for which the product has its own text. */
export type OwnPage = Exclude<SitePage, 'status'>;

const translations: Partial<Record<typeof language, () => Promise<Record<OwnPage, string>>>> = {
  de: () => import('./texts/de'),
  fr: () => import('./texts/fr'),
  es: () => import('./texts/es'),
  ro: () => import('./texts/ro'),
  ar: () => import('./texts/ar'),
};

/** The product's own text in the language of the page; null if that is English. */
export const ownTextQuery = (page: OwnPage) =>
  queryOptions({
    queryKey: ['site', page, 'own'],
    queryFn: async () => (await translations[language]?.())?.[page] ?? null,
    staleTime: Infinity,
  });

/** The operator's text; null if there is none. */
export const sitePageQuery = (page: SitePage) =>
  queryOptions({
    queryKey: ['site', page],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/api/site/pages/${page}`, { signal });
      if (!answer.ok) throw new Error(t('This page could not be loaded'));
      return ((await answer.json()) as SitePageText).markdown;
    },
  });

interface Readiness {
  status: 'up' | 'down';
  dependencies: Record<string, 'up' | 'down'>;
}

/** Which parts of the installation answer. A gateway that misses one answers 503, with the same content. */
export const readinessQuery = queryOptions({
  queryKey: ['site', 'readiness'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/api/health/ready', { signal });
    if (!answer.ok && answer.status !== 503) throw new Error(t('The server did not respond.'));
    const readiness = (await answer.json()) as Partial<Readiness>;
    if (!readiness.dependencies) throw new Error(t('The server did not respond.'));
    return readiness as Readiness;
  },
  refetchInterval: poll,
  retry: false,
});
