// The threads: where each stands, and what keeps it.
import {answer} from './answer.js';

export default answer('threads', 'Threads', 'right', 'where each thread stands, and what keeps it', 'where');
