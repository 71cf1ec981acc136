export interface DataSubcategory {
  /** Unique over all groups, `<group>.<topic>`; this is what a file stores, so it never changes. */
  id: string;
  name: string;
}

export interface DataCategoryGroup {
  name: string;
  subcategories: readonly DataSubcategory[];
}

function group(name: string, prefix: string, topics: Record<string, string>): DataCategoryGroup {
  const subcategories = Object.entries(topics).map(([topic, label]) => ({ id: `${prefix}.${topic}`, name: label }));
  return { name, subcategories };
}

/** The 13 groups of datasets companies trade, each with its subcategories, in the order they are shown. */
export const dataCategoryGroups: readonly DataCategoryGroup[] = [
  group('Financial', 'financial', {
    'market-prices': 'Market prices',
    fundamentals: 'Company fundamentals',
    'credit-risk': 'Credit and risk',
    'fixed-income': 'Fixed income',
    'foreign-exchange': 'Foreign exchange',
    commodities: 'Commodities',
    'crypto-assets': 'Crypto assets',
    'economic-indicators': 'Economic indicators',
    esg: 'ESG ratings',
  }),
  group('B2B', 'b2b', {
    firmographics: 'Firmographics',
    technographics: 'Technographics',
    intent: 'Buyer intent',
    'company-hierarchy': 'Ownership and hierarchy',
    funding: 'Funding and investors',
    'job-postings': 'Job postings',
    'supplier-directories': 'Supplier directories',
  }),
  group('Geospatial', 'geospatial', {
    'points-of-interest': 'Points of interest',
    boundaries: 'Administrative boundaries',
    'addresses-geocoding': 'Addresses and geocoding',
    'road-network': 'Road and transport networks',
    'satellite-imagery': 'Satellite and aerial imagery',
    elevation: 'Elevation and terrain',
    mobility: 'Mobility and foot traffic',
    'land-use': 'Land use and land cover',
  }),
  group('Trade', 'trade', {
    'import-export': 'Import and export records',
    'customs-declarations': 'Customs declarations',
    'bills-of-lading': 'Bills of lading',
    tariffs: 'Tariffs and duties',
    'shipping-movements': 'Shipping and vessel movements',
    'trade-statistics': 'Trade statistics',
    'sanctions-controls': 'Sanctions and export controls',
  }),
  group('Weather', 'weather', {
    historical: 'Historical observations',
    forecast: 'Forecasts',
    'severe-events': 'Severe weather events',
    climate: 'Climate models and normals',
    marine: 'Marine weather',
    agricultural: 'Agricultural weather',
    'radar-satellite': 'Radar and satellite',
  }),
  group('Commerce', 'commerce', {
    'product-catalogue': 'Product catalogues',
    'product-prices': 'Product prices',
    'product-reviews': 'Reviews and ratings',
    'sales-volumes': 'Sales volumes',
    inventory: 'Inventory and availability',
    promotions: 'Promotions and discounts',
    'store-locations': 'Store locations',
    'consumer-behaviour': 'Consumer behaviour',
  }),
  group('Environmental', 'environmental', {
    'air-quality': 'Air quality',
    'water-quality': 'Water quality',
    'carbon-emissions': 'Carbon emissions',
    biodiversity: 'Biodiversity',
    'energy-use': 'Energy production and use',
    waste: 'Waste and recycling',
    'soil-vegetation': 'Soil and vegetation',
    'natural-hazards': 'Natural hazards',
  }),
  group('Real Estate', 'real-estate', {
    'residential-listings': 'Residential listings',
    'commercial-listings': 'Commercial listings',
    'sale-prices': 'Sale prices',
    rents: 'Rents',
    'property-register': 'Property and ownership register',
    valuations: 'Valuations',
    mortgages: 'Mortgages',
    'building-permits': 'Building permits',
  }),
  group('Contact', 'contact', {
    'business-contacts': 'Business contacts',
    'consumer-contacts': 'Consumer contacts',
    'email-lists': 'E-mail lists',
    'phone-lists': 'Telephone lists',
    'postal-addresses': 'Postal addresses',
    'professional-profiles': 'Professional profiles',
  }),
  group('Web', 'web', {
    traffic: 'Web traffic',
    clickstream: 'Clickstream',
    'search-trends': 'Search trends',
    'social-media': 'Social media',
    'app-usage': 'App usage',
    'domain-ip': 'Domains and IP addresses',
    'scraped-content': 'Web content',
    advertising: 'Online advertising',
  }),
  group('Transaction', 'transaction', {
    'card-payments': 'Card payments',
    'bank-transfers': 'Bank transfers',
    'point-of-sale': 'Point of sale',
    'online-purchases': 'Online purchases',
    invoices: 'Invoices',
    'e-receipts': 'E-mail receipts',
    loyalty: 'Loyalty programmes',
    subscriptions: 'Subscriptions',
  }),
  group('Legal', 'legal', {
    'court-cases': 'Court cases',
    legislation: 'Legislation and regulation',
    patents: 'Patents',
    trademarks: 'Trademarks',
    contracts: 'Contracts',
    'company-filings': 'Company filings',
    insolvency: 'Insolvency notices',
    'compliance-screening': 'Compliance and screening lists',
  }),
  group('Healthcare', 'healthcare', {
    'clinical-trials': 'Clinical trials',
    'medical-claims': 'Medical claims',
    prescriptions: 'Prescriptions and pharmacy',
    'provider-directories': 'Provider directories',
    'patient-outcomes': 'Patient outcomes',
    epidemiology: 'Epidemiology and public health',
    genomics: 'Genomics',
    'medical-devices': 'Medical devices',
  }),
];
