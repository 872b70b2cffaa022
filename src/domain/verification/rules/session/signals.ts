// What of a session looks like an attack. Pure data: how it is weighed is risk.ts.

export type RiskBand = 'low' | 'medium' | 'high';
