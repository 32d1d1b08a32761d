"""How ``notebooks/src`` becomes everything else; the command is ``notebooks/build.py``.

lesson    reads a source file into cells with their keys and line numbers
regions   finds the solutions and the hidden tests marked inside a cell
rules     says what is wrong with a source, file and line
copies    makes the instructor's, the solved and the student's notebook
derived   makes the reference engine, the stubs' fingerprints and the quiz's hashes
leaks     looks in a student's notebook for anything that must not be there
"""
