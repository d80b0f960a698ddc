import w1 from './w1.mjs';
import w2 from './w2.mjs';
import w3 from './w3.mjs';
import w4 from './w4.mjs';
import w5 from './w5.mjs';
import w6 from './w6.mjs';
import w7 from './w7.mjs';
import w8 from './w8.mjs';
import w10 from './w10.mjs';
import cold from './cold.mjs';

/** All workloads, in the order of the tables. */
export default { W1: w1, W2: w2, W3: w3, W4: w4, W5: w5, W6: w6, W7: w7, W8: w8, W10: w10, cold };
