import { MANUFACTURER } from './endpoint.ts';
import { privileges as p } from './privileges.ts';
import type { roleNames } from './role-names.ts';

/** Role presets of rules.md §18; a user's own privileges may differ from the preset. */
// prettier-ignore
const presets: Record<(typeof roleNames)[number], readonly number[]> = {
  'Amministratore dealer': Object.values(p),
  'Direttore commerciale': [p.seeStock, p.manageStock, p.seeAccessories, p.manageAccessories, p.seeServices,
    p.manageServices, p.seeTyres, p.manageTyres, p.seeInsurances, p.manageInsurances, p.seeFinancials,
    p.manageFinancials, p.createQuotes, p.manageOwnQuotes, p.seeAllQuotes, p.manageAllQuotes, p.manageB2bQuotes,
    p.seeCustomers, p.manageCustomers, p.seeAccesses, p.seeAccessStats, p.managePreferences, p.manageAllContracts,
    p.seeSalesStats, p.seeAllCommissions, p.seeMargin, p.seeAllContracts, p.evaluateUsed, p.manageCalendars,
    p.approveContracts, p.seeAllLeads, p.manageAllLeads],
  'Responsabile vendite': [p.seeStock, p.seeAccessories, p.seeServices, p.seeTyres, p.seeInsurances,
    p.seeFinancials, p.createQuotes, p.manageOwnQuotes, p.seeAllQuotes, p.manageAllQuotes, p.manageB2bQuotes,
    p.seeCustomers, p.manageCustomers, p.seeAccesses, p.manageAccesses, p.seeAccessStats, p.makeContracts,
    p.seeSalesStats, p.seeAllCommissions, p.seeAllContracts, p.evaluateUsed, p.manageCalendars, p.approveContracts,
    p.seeAllLeads, p.manageAllLeads],
  Venditore: [p.seeStock, p.seeAccessories, p.seeServices, p.seeTyres, p.seeInsurances, p.seeFinancials,
    p.createQuotes, p.manageOwnQuotes, p.seeCustomers, p.registerAccesses, p.makeContracts, p.evaluateUsed],
  'Venditore usato / B2B': [p.seeStock, p.manageStock, p.createQuotes, p.manageOwnQuotes, p.manageB2bQuotes,
    p.seeCustomers, p.registerAccesses, p.makeContracts, p.evaluateUsed],
  'Back office vendite': [p.seeStock, p.manageStock, p.manageAccessories, p.manageServices, p.manageTyres,
    p.manageInsurances, p.manageFinancials, p.seeAllQuotes, p.manageAllQuotes, p.seeCustomers, p.manageCustomers,
    p.validateContracts, p.manageAllContracts, p.manageFiles, p.seeAllContracts, p.manageCalendars],
  Accoglienza: [p.seeCustomers, p.registerAccesses, p.seeAccesses, p.manageAccesses, p.welcomeCustomers],
  BDC: [p.seeCustomers, p.manageCustomers, p.registerAccesses, p.seeAllLeads, p.manageAllLeads, p.manageCalendars],
  'Responsabile usato': [p.seeStock, p.manageStock, p.createQuotes, p.manageOwnQuotes, p.evaluateUsed,
    p.manageB2bQuotes, p.seeSalesStats],
  Amministrazione: [p.seeAllQuotes, p.validateContracts, p.seeSalesStats, p.seeMargin, p.seeAllContracts],
};

export const rolePresets: Readonly<Record<string, readonly number[]>> = presets;

/** The roles of people of the manufacturer: who manages its people, who writes what it gives the network, who only reads. */
export const manufacturerRoles: Readonly<Record<string, readonly number[]>> = {
  Importatore: [p.seeUsers, p.manageUsers, p.managePreferences],
  'Catalogo e rete': [p.managePreferences],
  'Sola lettura': [p.seeUsers],
};

/** The roles that the product has for people of a company, with what they begin with. */
export const presetsOf = (companyId: number): Readonly<Record<string, readonly number[]>> =>
  companyId === MANUFACTURER ? manufacturerRoles : rolePresets;
